import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryDay, arbitraryEntries, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { datedSteps, lastChange, levelOn, readTimeline, realDateFor, stepsUpToMaxLeadTime } from './stock-timeline.ts';

const deleted = { ...real('2026-03-30', 99), isDeleted: true };

describe('readTimeline', () => {
  it('separates history from the current and future entries', () => {
    const entries = [real('2026-04-10', 90), real('2026-03-20', 40), real('2026-03-01', 70), maxLeadTime('2026-06-12')];
    expect(readTimeline(entries, today)).toEqual({
      today,
      history: [{ date: '2026-03-01', level: 70_000 }],
      steps: [
        { date: '2026-03-20', level: 40_000 },
        { date: '2026-04-10', level: 90_000 },
      ],
      maxLeadTimeDate: '2026-06-12',
      findings: [],
    });
  });

  it("uses today's entry as the current one", () => {
    const { history, steps } = readTimeline([real('2026-03-23', 1), real(today, 2)], today);
    expect([history, steps]).toEqual([[{ date: '2026-03-23', level: 1000 }], [{ date: today, level: 2000 }]]);
  });

  it('has no history before the first entry is in force', () => {
    const { history, steps } = readTimeline([real('2026-03-25', 5)], today);
    expect([history, steps]).toEqual([[], [{ date: '2026-03-25', level: 5000 }]]);
  });

  it('returns an empty timeline without entries', () => {
    expect(readTimeline([], today)).toEqual({ today, history: [], steps: [], maxLeadTimeDate: null, findings: [] });
  });

  it('ignores deleted entries and counts them', () => {
    const timeline = readTimeline([deleted, { ...maxLeadTime('2026-06-12'), isDeleted: true }], today);
    expect(timeline).toMatchObject({ steps: [], maxLeadTimeDate: null, findings: [{ kind: 'deleted', count: 2 }] });
  });

  it.each(['9999-12-31', '4712-12-31', '2099-12-31', '2046-03-25'] as const)('ignores placeholder %s', (date) => {
    const timeline = readTimeline([real(today, 5), real(date, 99), maxLeadTime(date)], today);
    expect(timeline).toMatchObject({
      steps: [{ date: today, level: 5000 }],
      maxLeadTimeDate: null,
      findings: [{ kind: 'no-date', count: 2 }],
    });
  });

  it.each(['1900-01-01', '1753-01-01', '2006-03-23'] as const)(
    'knows a level from %s, but no max lead time',
    (date) => {
      const timeline = readTimeline([real(date, 5), maxLeadTime(date)], today);
      expect(timeline).toMatchObject({
        steps: [{ date, level: 5000 }],
        maxLeadTimeDate: null,
        findings: [{ kind: 'no-date', count: 1 }],
      });
      expect(datedSteps(timeline)).toEqual([]);
    },
  );

  it('knows dates of up to twenty years', () => {
    const timeline = readTimeline([real('2006-03-24', 5), real('2046-03-24', 9), maxLeadTime('2046-03-24')], today);
    expect(timeline).toMatchObject({ maxLeadTimeDate: '2046-03-24', findings: [] });
    expect(datedSteps(timeline)).toHaveLength(2);
    expect(readTimeline([maxLeadTime('2006-03-24')], today)).toMatchObject({ maxLeadTimeDate: '2006-03-24' });
  });

  it.each([
    [[], today],
    [[real('2026-03-01', 5), maxLeadTime('2026-03-02')], '2026-03-02'],
    [[real(today, 5), real('2026-04-10', 9)], '2026-04-10'],
    [[real('2026-04-10', 5), maxLeadTime('2026-06-12')], '2026-06-12'],
  ])('changes last (%#)', (entries, date) => {
    expect(lastChange(readTimeline(entries, today))).toBe(date);
  });

  it('uses the latest real max lead time date beside a placeholder', () => {
    const timeline = readTimeline([maxLeadTime('9999-12-31'), maxLeadTime('2026-06-12')], today);
    expect(timeline.maxLeadTimeDate).toBe('2026-06-12');
  });

  it('uses the latest max lead time date and reports the others', () => {
    const entries = [maxLeadTime('2026-06-12'), maxLeadTime('2026-07-01'), maxLeadTime('2026-05-02')];
    expect(readTimeline(entries, today)).toMatchObject({
      maxLeadTimeDate: '2026-07-01',
      findings: [{ kind: 'second-max-lead-time', kept: '2026-07-01', ignored: ['2026-05-02', '2026-06-12'] }],
    });
  });

  it('uses the lowest level of a duplicate date and reports it once', () => {
    expect(readTimeline([real(today, 7), real(today, 5), real(today, 9)], today)).toMatchObject({
      steps: [{ date: today, level: 5000 }],
      findings: [{ kind: 'doubled-date', date: today, level: 5000 }],
    });
  });

  it('reports no duplicate date for a max lead time entry beside a stock entry', () => {
    expect(readTimeline([real(today, 7), maxLeadTime(today)], today).findings).toEqual([]);
  });

  it('rounds levels down', () => {
    const levels = [0.1 + 0.2, 40.0009, -1.5].map((level, day) => real(`2026-04-0${day + 1}` as typeof today, level));
    expect(readTimeline(levels, today).steps.map((step) => step.level)).toEqual([300, 40_000, -1500]);
  });

  test('does not depend on the order of the entries', () => {
    const shuffled = arbitraryEntries.chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
    );
    fc.assert(
      fc.property(shuffled, ([entries, others]) => {
        expect(readTimeline(others, today)).toEqual(readTimeline(entries, today));
      }),
    );
  });

  test('every stock date that is no placeholder ahead is a step or history, ascending', () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const { history, steps } = readTimeline(entries, today);
        const dates = entries
          .filter(({ isDeleted, isMaxLeadTime, stockDate }) => !isDeleted && !isMaxLeadTime && stockDate < '2046-03-25')
          .map((entry) => entry.stockDate);
        expect([...history, ...steps].map((step) => step.date)).toEqual([...new Set(dates)].toSorted());
        expect(steps.slice(1).every((step) => step.date > today)).toBe(true);
      }),
    );
  });
});

describe('levelOn', () => {
  const timeline = readTimeline([real('2026-03-10', 70), real('2026-03-20', 40), real('2026-04-10', 0)], today);

  it.each([
    ['2026-03-09', 0],
    ['2026-03-10', 70_000],
    ['2026-03-19', 70_000],
    ['2026-03-20', 40_000],
    [today, 40_000],
    ['2026-04-09', 40_000],
    ['2026-04-10', 0],
    ['9999-12-31', 0],
  ] as const)('on %s is %i', (date, level) => {
    expect(levelOn(timeline, date)).toBe(level);
  });

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryDay, (entries, day) => {
        expect(levelOn(readTimeline(entries, today), day)).toBe(dayByDay(entries, today).level(day));
      }),
    );
  });
});

describe('stepsUpToMaxLeadTime', () => {
  const entries = [real('2026-04-01', 1), real('2026-04-10', 2), real('2026-04-11', 3)];

  it('keeps the step on the max lead time date: stock takes precedence', () => {
    const timeline = readTimeline([...entries, maxLeadTime('2026-04-10')], today);
    expect(stepsUpToMaxLeadTime(timeline).map((step) => step.date)).toEqual(['2026-04-01', '2026-04-10']);
  });

  it('keeps all steps without a max lead time', () => {
    expect(stepsUpToMaxLeadTime(readTimeline(entries, today))).toHaveLength(3);
  });
});

describe('realDateFor', () => {
  const timeline = readTimeline([real('2026-03-20', 40), real('2026-07-01', 90), maxLeadTime('2026-06-12')], today);

  it.each([
    [40_000, '2026-03-20'],
    [40_001, '2026-07-01'],
    [90_001, null],
  ])('is the first day stock covers %i thousandths, even after the max lead time date', (quantity, date) => {
    expect(realDateFor(timeline, quantity)).toBe(date);
  });
});
