import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import type { OpenCause } from '#stock/order/order-summary.ts';

import { causeWords } from './order-summary-strip.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const cause = (status: OpenCause['status'], ...lines: number[]): OpenCause => ({ status, lines });
const notAvailable = cause('not-available', 1);
const unknown = cause('unknown-product', 2);

it.each([
  ['no line has a date yet', [cause('unasked', 1, 3), unknown], null, 'Not checked yet'],
  ['lines are not available', [notAvailable], {}, "Can't ship complete, 1 line not available"],
  ['a check failed', [cause('not-answered', 1, 2)], {}, '2 lines without result'],
  ['several causes meet', [notAvailable, unknown, cause('unit-differs', 3)], {}, '3 lines without a ship date'],
])('explains why there is no date: %s', (_, causes, withoutThese, expected) => {
  expect(causeWords({ causes, withoutThese }, i18n)).toBe(expected);
});
