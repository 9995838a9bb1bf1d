import { msg, plural } from '@lingui/core/macro';

import { shortDateWords, type Wording } from '#features/answer/wording.ts';

import type { RecentChange } from './recent-change.ts';
import type { RecentLookup } from './recent-lookups.ts';

/** A remembered answer as it read on the day it was given; the date in full, since *today* was another day. */
export function rememberedWords(
  wording: Wording,
  { answer, askedOn }: Pick<RecentLookup, 'answer' | 'askedOn'>,
): string {
  const { i18n } = wording;
  if (answer === null) return i18n._(msg`not available in this quantity`);
  const date = shortDateWords(wording, answer.stockDate);
  if (answer.isMaxLeadTime) return i18n._(msg`max lead time, ${date}`);
  return answer.stockDate <= askedOn ? i18n._(msg`in stock`) : i18n._(msg`expected ${date}`);
}

/** When an answer was given, `2 March 2026 at 14:32` in the person's own time. */
export function asOfWords({ locale }: Pick<Wording, 'locale'>, at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** What became of a remembered answer. */
export function changeWords(wording: Wording, change: RecentChange): string {
  const { i18n } = wording;
  switch (change.kind) {
    case 'now-in-stock':
      return i18n._(msg`now in stock`);
    case 'no-longer-in-stock':
      return i18n._(msg`no longer in stock: ${shortDateWords(wording, change.date)}`);
    case 'moved':
      return movedWords(wording, change.days);
    case 'now-max-lead-time':
      return i18n._(msg`now only at max lead time, ${shortDateWords(wording, change.date)}`);
    case 'now-expected':
      return i18n._(msg`now from real stock, ${shortDateWords(wording, change.date)}`);
    case 'now-available':
      return i18n._(msg`now available, ${shortDateWords(wording, change.date)}`);
    case 'not-available':
      return i18n._(msg`no longer available`);
    case 'same':
      return i18n._(msg`unchanged`);
    default:
      return change satisfies never;
  }
}

function movedWords({ i18n }: Wording, days: number): string {
  const count = Math.abs(days);
  return days > 0
    ? i18n._(msg`${plural(count, { one: 'moved # day later', other: 'moved # days later' })}`)
    : i18n._(msg`${plural(count, { one: 'moved # day earlier', other: 'moved # days earlier' })}`);
}
