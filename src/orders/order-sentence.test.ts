import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import { zeroCounts } from '#stock/order/line-state.ts';
import type { Completion, OpenCause, OrderCompletion } from '#stock/order/order-summary.ts';

import { causeWords, orderSentence } from './order-sentence.ts';
import { wordsOn } from './order-words.sample.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const cause = (status: OpenCause['status'], ...lines: number[]): OpenCause => ({ status, lines });
const notAvailable = cause('not-available', 1);
const unknown = cause('unknown-product', 2);

it.each([
  ['no line has a date yet', [cause('not-checked', 1, 3), unknown], null, 'Not checked yet'],
  ['lines are not available', [notAvailable], {}, "Can't ship complete, 1 line not available"],
  ['a check failed', [cause('no-result', 1, 2)], {}, '2 lines without result'],
  ['several causes meet', [notAvailable, unknown, cause('unit-differs', 3)], {}, '3 lines without a ship date'],
])('explains why there is no date: %s', (_, causes, withoutThese, expected) => {
  expect(causeWords({ causes, withoutThese }, i18n)).toBe(expected);
});

const words = wordsOn('2026-11-26');
const complete = (
  date: Completion['withMaxLeadTime'],
  real: Completion['real'] = { kind: 'date', date },
): Completion => ({
  real,
  withMaxLeadTime: date,
  blockers: [],
  without: () => null,
});
const known = (...of: Parameters<typeof complete>): OrderCompletion => ({ kind: 'known', ...complete(...of) });
const without = (causes: OpenCause[], withoutThese: Completion | null): OrderCompletion => ({
  kind: 'open',
  causes,
  withoutThese,
});
const march = complete('2027-03-29');

it.each<[what: string, completion: OrderCompletion, today: number, sentence: string]>([
  ['all lines on stock', known('2026-11-20'), 5, 'Complete today'],
  ['a later line', known('2027-03-29'), 2, 'Complete on Mar 29, 2027; 2 of 5 today'],
  ['no line today', known('2026-12-24'), 0, 'Complete on Dec 24'],
  ['max lead time', known('2027-02-18', { kind: 'none', lines: [2] }), 0, 'Complete on Feb 18, 2027 at max lead time'],
  ['one line open', without([notAvailable], march), 2, 'Complete on Mar 29, 2027 without line 1; 2 of 5 today'],
  [
    'lines open',
    without([cause('unknown-product', 4, 2)], complete('2026-11-26')),
    0,
    'Complete today without lines 2 and 4',
  ],
  [
    'many lines open',
    without([cause('no-result', 1, 2, 3, 4)], march),
    1,
    'Complete on Mar 29, 2027 without 4 lines; 1 of 5 today',
  ],
  ['no date at all', without([unknown], null), 0, '1 unknown product'],
  ['no lines', { kind: 'empty' }, 0, ''],
])('says when an order ships: %s', (_, completion, today, sentence) => {
  const counts = { ...zeroCounts(), 'in-stock': today };
  expect(orderSentence({ completion, counts }, { lineCount: 5, lineNumber: (key) => key }, words)).toBe(sentence);
});

it('names the day where it is another one for the user', () => {
  const elsewhere = { ...words, namedToday: null };
  const sentence = (completion: OrderCompletion) =>
    orderSentence(
      { completion, counts: { ...zeroCounts(), 'in-stock': 2 } },
      { lineCount: 5, lineNumber: (key) => key },
      elsewhere,
    );
  expect(sentence(known('2026-11-20'))).toBe('Complete on Nov 26');
  expect(sentence(known('2027-03-29'))).toBe('Complete on Mar 29, 2027; 2 of 5 on Nov 26');
});
