import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { OrderContent } from '#stock/contract/orders.ts';
import type { RecordedOutcome } from '#stock/order/check-record.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import { stockOf } from '#stock/order/order-results.ts';

import { contentOf, fingerprint, storedOf } from './order-content.ts';
import type { DraftLine, StoredOrder } from './saved-order.ts';

const date = fc.constantFrom('2027-03-17' as const, '2028-02-29' as const);
const shipDate = fc.record({ kind: fc.constantFrom('in-stock', 'expected', 'max-lead-time'), date });
const moment = fc.integer({ min: 1, max: 4_000_000_000_000 });
const text = (most: number) => fc.string({ unit: 'grapheme', maxLength: most });
const quantity = fc.integer({ min: 1, max: 1_000_000_000 });
const productId = fc.integer({ min: 1, max: 2_147_483_647 });

const line: fc.Arbitrary<Omit<DraftLine, 'key'>> = fc
  .tuple(
    fc.record({ product: text(20), shipBy: fc.option(date), writtenUnit: text(5), note: text(20) }),
    fc.oneof(
      quantity.map((quantity) => ({ quantity, quantityText: String(quantity) })),
      text(10).map((quantityText) => ({ quantity: null, quantityText })),
    ),
  )
  .map(([rest, quantities]) => Object.assign(rest, quantities));
const lines = fc
  .array(line, { maxLength: 6 })
  .map((all): DraftLine[] => all.map((each, at) => Object.assign(each, { key: at + 1 })));

const result: fc.Arbitrary<LineResult> = fc.oneof(
  fc.record({ kind: fc.constant('result'), stockResult: shipDate, checkedAt: moment }),
  fc.record({ kind: fc.constant('result'), stockResult: shipDate, earlier: shipDate, checkedAt: moment }),
  fc.record({ kind: fc.constantFrom('unknown-product', 'no-stock-data', 'not-available') }),
);
const outcome: fc.Arbitrary<RecordedOutcome> = fc.oneof(
  shipDate,
  fc.record({ kind: fc.constantFrom('unknown-product', 'not-available') }),
);

const order: fc.Arbitrary<StoredOrder> = fc
  .record({
    name: text(20),
    lines,
    cleared: fc.option(lines),
    shipBy: fc.option(date),
    results: fc.array(fc.record({ productId, quantity, result, day: date, version: text(5), settledAt: moment }), {
      maxLength: 5,
    }),
    previous: fc.option(
      fc.record({ checkedAt: moment, lines: fc.array(fc.record({ productId, quantity, outcome }), { maxLength: 5 }) }),
    ),
  })
  .map(({ name, results, previous, ...contents }) => ({
    header: { id: 'an-order-of-the-test', owner: 'me', name, changedAt: 5, lineCount: 0 },
    contents: {
      ...contents,
      check: {
        calendars: [],
        results: results.map(({ day, version, settledAt, ...rest }) =>
          Object.assign(rest, { on: { day, stock: stockOf('me', version) }, settledAt }),
        ),
      },
      previous: previous && {
        checkedAt: previous.checkedAt,
        lines: new Map(previous.lines.map((each, at) => [at + 1, each])),
      },
    },
  }));

const asEntered = (lines: readonly DraftLine[]) => lines.map((line) => ({ ...line, quantityText: '' }));

it('is taken by the server and read back unchanged', () => {
  fc.assert(
    fc.property(order, (stored) => {
      const content = JSON.parse(JSON.stringify(contentOf(stored))) as OrderContent;
      expect(OrderContent.parse(content)).toEqual(content);
      const back = storedOf(stored.header.id, 'me', { changedAt: 5, content });
      expect(JSON.stringify(contentOf(back))).toBe(JSON.stringify(content));
      expect(asEntered(back.contents.lines)).toEqual(asEntered(stored.contents.lines));
      expect(back.contents.previous).toEqual(stored.contents.previous);
    }),
  );
});

it('differs by what a person entered, not by results', () => {
  fc.assert(
    fc.property(order, fc.string({ minLength: 1 }), (stored, more) => {
      const content = contentOf(stored);
      const { previous: _, ...withoutResults } = content;
      expect(fingerprint({ ...withoutResults, checks: [] })).toBe(fingerprint(content));
      expect(fingerprint({ ...content, name: content.name + more })).not.toBe(fingerprint(content));
    }),
  );
});

it('has no result that says nothing about the stock', () => {
  const failed: LineResult = { kind: 'no-result', reason: 'timeout', requestId: null };
  const on = { day: '2027-03-17', stock: stockOf('me', '1') } as const;
  const results = [{ productId: 1, quantity: 1000, result: failed, on, settledAt: 1 }];
  const header = { id: 'an-order-of-the-test', owner: 'me', name: '', changedAt: 5, lineCount: 0 };
  const contents = { lines: [], check: { results, calendars: [] }, previous: null };
  expect(contentOf({ header, contents }).checks).toEqual([]);
});
