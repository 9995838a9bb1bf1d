import { msg } from '@lingui/core/macro';

import type { Answer } from '#domain/answer.ts';
import { later } from '#lib/calendar-date.ts';

import { distanceWords, shortDateWords, type Wording } from './wording.ts';

/** An answer on one line: `17 March 2026, in 12 days`, with what it rests on where that isn't real stock. */
export function dateAnswerWords(wording: Wording, answer: Answer): string {
  const { i18n, today } = wording;
  if (answer.kind === 'not-available') return i18n._(msg`not available`);
  const distance = distanceWords(wording, answer.date);
  if (answer.kind === 'in-stock') return i18n._(msg`${distance}, from stock`);
  const date = shortDateWords(wording, later(today, answer.date));
  return answer.kind === 'expected'
    ? i18n._(msg`${date}, ${distance}`)
    : i18n._(msg`${date}, ${distance}, at max lead time`);
}
