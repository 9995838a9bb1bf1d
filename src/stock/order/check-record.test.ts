import { describe, expect, it } from 'vitest';

import type { DatedResult } from '#stock/stock-result.ts';

import { changeSince, type LineChange, recordCheck } from './check-record.ts';
import type { SummaryLine } from './order-summary.ts';
import { type CountedLine, lineQueries } from './order-line.ts';
import { checkedResult, countedLine } from './order.sample.ts';
import type { LineResult, LineState } from './line-state.ts';

const today = '2026-03-24';
const line = countedLine(1, { productId: 7, quantity: 5000 });
const saying = (line: CountedLine, state: LineState): SummaryLine => ({
  key: line.key,
  shipBy: null,
  state,
  query: lineQueries([line])[0] ?? null,
});

const real = (date: DatedResult['date']) => checkedResult({ kind: date <= today ? 'in-stock' : 'expected', date });
const theory = (date: DatedResult['date']) => checkedResult({ kind: 'max-lead-time', date });
const impossible: LineState = { kind: 'not-available' };
const unknown: LineState = { kind: 'unknown-product' };

const outdated = (was: LineResult): LineState => ({ kind: 'outdated', was, day: '2026-03-23', checkedAt: 0 });

describe('changeSince', () => {
  it.each<[string, LineState, LineState, LineChange]>([
    ['the same date', real('2026-04-01'), real('2026-04-01'), { kind: 'unchanged' }],
    ['later', real('2026-04-01'), real('2026-04-04'), { kind: 'moved', days: 3, from: '2026-04-01' }],
    ['earlier', real('2026-04-04'), real('2026-04-01'), { kind: 'moved', days: -3, from: '2026-04-04' }],
    ['into stock', real('2026-03-26'), real('2026-01-01'), { kind: 'moved', days: -2, from: '2026-03-26' }],
    ['from one past date to another', real('2026-01-01'), real('2026-02-01'), { kind: 'unchanged' }],
    [
      'a later max lead time',
      theory('2026-06-01'),
      theory('2026-06-08'),
      { kind: 'moved', days: 7, from: '2026-06-01' },
    ],
    ['to max lead time', real('2026-04-01'), theory('2026-06-01'), { kind: 'newly-max-lead-time', from: '2026-04-01' }],
    [
      'from max lead time to stock',
      theory('2026-06-01'),
      real('2026-07-01'),
      { kind: 'recovered', from: '2026-06-01' },
    ],
    ['from no ship date to stock', impossible, real('2026-07-01'), { kind: 'recovered', from: null }],
    ['from no ship date to max lead time', unknown, theory('2026-07-01'), { kind: 'recovered', from: null }],
    ['to no ship date', real('2026-04-01'), impossible, { kind: 'lost', from: '2026-04-01' }],
    [
      'from a past date, which meant today, to no ship date',
      real('2026-01-01'),
      impossible,
      { kind: 'lost', from: today },
    ],
    [
      'from a past date to a later one',
      real('2026-01-01'),
      real('2026-03-26'),
      { kind: 'moved', days: 2, from: today },
    ],
    ['from no ship date to none', impossible, unknown, { kind: 'unchanged' }],
  ])('%s', (_, before, after, change) => {
    const record = recordCheck([saying(line, before)], 0);
    expect(changeSince(record, saying(line, after), today)).toEqual(change);
  });

  it.each<[string, LineState, typeof line, LineState]>([
    ['the quantity differed', real('2026-04-01'), { ...line, quantity: 6000 }, real('2026-04-02')],
    ['the product differed', real('2026-04-01'), { ...line, productId: 8 }, real('2026-04-02')],
    ['the line is new', real('2026-04-01'), { ...line, key: 2 }, real('2026-04-02')],
    ['there was no outcome', { kind: 'not-trusted', finding: { kind: 'missing' } }, line, real('2026-04-02')],
    ['there is no outcome', real('2026-04-01'), line, { kind: 'checking' }],
    ['the result is of another day', real('2026-04-01'), line, outdated(real('2026-04-02'))],
  ])('is null if %s', (_, before, now, after) => {
    const record = recordCheck([saying(line, before)], 0);
    expect(changeSince(record, saying(now, after), today)).toBeNull();
  });

  it('compares with the result of an outdated line', () => {
    const record = recordCheck([saying(line, outdated(real('2026-04-01')))], 0);
    expect(changeSince(record, saying(line, real('2026-04-02')), today)).toMatchObject({ kind: 'moved', days: 1 });
    expect(recordCheck([saying(line, impossible)], 0).lines.get(1)).toMatchObject({ outcome: impossible });
  });

  it('can be stored', () => {
    const record = structuredClone(recordCheck([saying(line, real('2026-04-01'))], 42));
    expect(record.checkedAt).toBe(42);
    expect(changeSince(record, saying(line, real('2026-04-02')), today)).toMatchObject({ kind: 'moved', days: 1 });
  });
});
