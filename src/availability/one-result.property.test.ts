import { setupI18n } from '@lingui/core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { resultSentence, dateResultWords, differenceWords, maxAvailableWords } from '#parts/result/wording.ts';
import type { Wording } from '#parts/result/wording.ts';
import { type StockResult, resultFor, isConfirmed, reconciledResult } from '#stock/stock-result.ts';
import { arbitraryEntries, arbitraryQuantity } from '#stock/entries.arbitrary.ts';
import { today } from '#stock/entries.arbitrary.ts';
import { nudge, quantityBreaks } from '#stock/quantity-breaks.ts';
import { levelOn, readTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween, later } from '#stock/calendar-date.ts';
import { localeAsOf, localeOf } from '#ui/locale.tsx';

import { breakRows } from './break-rows.ts';

/** The service's day against that of the entries, the user's against the service's, and what the service says. */
const arbitraryCase = fc.record({
  entries: arbitraryEntries,
  quantity: arbitraryQuantity,
  day: fc.integer({ min: -3, max: 3 }).map((days) => addDays(today, days)),
  localOffset: fc.integer({ min: -1, max: 1 }),
  isOutdated: fc.boolean(),
  service: fc.oneof(
    fc.constant('like the calendar' as const),
    fc.constant('refused' as const),
    fc.record({
      kind: fc.constantFrom('stock' as const, 'max-lead-time' as const),
      after: fc.integer({ min: -5, max: 20 }),
    }),
  ),
});

type Case = typeof arbitraryCase extends fc.Arbitrary<infer Each> ? Each : never;

/** What the gateway answers and the page writes. */
function shown({ entries, quantity, day, localOffset, isOutdated, service }: Case) {
  const timeline = readTimeline(entries, day);
  const own = resultFor(timeline, quantity);
  const given = service === 'like the calendar' ? own : service === 'refused' ? service : serviceAnswer(service, day);
  const result = reconciledResult(given, { entries, unreadable: 0 }, quantity, day);
  const chosen = {
    language: 'en',
    format: 'en-US',
    ownUnit: null,
    timeZone: 'UTC',
    setLanguage: () => undefined,
  } as const;
  const user = localeOf({ ...chosen, today: day }, addDays(day, localOffset));
  const locale = isOutdated ? localeAsOf(user, day) : user;
  const wording: Wording = {
    ...locale,
    i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
    unit: null,
    formatQuantity: (each) => locale.formatQuantity(each),
  };
  return { timeline, own, result, wording, day, quantity, mayNameToday: localOffset === 0 && !isOutdated };
}

function serviceAnswer(
  { kind, after }: { kind: 'stock' | 'max-lead-time'; after: number },
  day: CalendarDate,
): StockResult {
  const date = addDays(day, after);
  return { kind: kind === 'stock' ? (date <= day ? 'in-stock' : 'expected') : kind, date };
}

const check = (property: (each: ReturnType<typeof shown>) => void) =>
  fc.assert(
    fc.property(arbitraryCase, (each) => property(shown(each))),
    { numRuns: 2000 },
  );

it('never promises from stock what the calendar lacks on that day', () => {
  check(({ result, timeline, day, quantity }) => {
    if (result.kind !== 'reliable' || result.stockResult.kind === 'not-available') return;
    if (result.stockResult.kind !== 'max-lead-time')
      expect(levelOn(timeline, later(day, result.stockResult.date))).toBeGreaterThanOrEqual(quantity);
    if (result.earlier !== null)
      expect(later(day, result.earlier.date) < later(day, result.stockResult.date)).toBe(true);
  });
});

it('names one date for one quantity, in the result, the breaks and the nudge', () => {
  check(({ result, timeline, own, day, quantity }) => {
    if (result.kind !== 'reliable') return;
    const row = breakRows(quantityBreaks(timeline), quantity, day).find(({ isCurrent }) => isCurrent);
    const ofRow = row?.date == null ? null : later(day, row.date);
    expect(ofRow).toBe(own.kind === 'not-available' ? null : later(day, own.date));
    const date = result.stockResult.kind === 'not-available' ? null : later(day, result.stockResult.date);
    // What the calendar alone says is marked as not confirmed.
    expect(isConfirmed(result.stockResult, timeline, quantity)).toBe(ofRow === date);
    if (result.earlier !== null) expect(ofRow).toBe(later(day, result.earlier.date));
    const smaller = nudge(timeline, quantity, result.stockResult);
    if (smaller === null) return;
    const ofSmaller = resultFor(timeline, smaller.quantity);
    expect(smaller.quantity).toBeLessThan(quantity);
    expect(
      ofSmaller.kind === 'not-available' || date === null ? null : daysBetween(later(day, ofSmaller.date), date),
    ).toBe(smaller.daysEarlier);
  });
});

it("says today and tomorrow only while they are the user's own, and the result is of today", () => {
  check(({ result, timeline, wording, day, quantity, mayNameToday }) => {
    if (result.kind !== 'reliable') return;
    const { stockResult, earlier } = result;
    const most = quantityBreaks(timeline).breaks.at(-1);
    const texts = [
      resultSentence(wording, null, quantity, stockResult),
      dateResultWords(wording, stockResult),
      maxAvailableWords(wording, most),
      ...(earlier !== null && stockResult.kind !== 'not-available'
        ? [differenceWords(wording, quantity, earlier, stockResult)]
        : []),
    ].join('\n');
    if (!mayNameToday) expect(texts).not.toMatch(/today|tomorrow|yesterday/i);
    if (stockResult.kind === 'expected')
      expect(texts).toContain(wording.formatDate(later(day, stockResult.date), 'weekday'));
  });
});
