import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { largestProductId } from '#contract/product-id.ts';

import { calendarPath } from '#api/stock-requests.ts';
import { dividedSpan, queryOfSpan, spansOfList } from './calendar-span.ts';

const arbitraryId = fc.oneof(
  fc.integer({ min: 1, max: largestProductId }),
  fc.integer({ min: largestProductId - 2000, max: largestProductId }),
);

function idsOf(spans: ReturnType<typeof spansOfList>): number[] {
  return spans.flatMap((span) => (span.kind === 'list' ? span.productIds : []));
}

describe('spansOfList', () => {
  it('keeps every URL within 4 KiB and the products unique and in order', () => {
    fc.assert(
      fc.property(fc.array(arbitraryId, { maxLength: 1500 }), (ids) => {
        const spans = spansOfList(ids);
        expect(idsOf(spans)).toEqual([...new Set(ids)]);
        for (const span of spans) expect(calendarPath(queryOfSpan(span, false)).length).toBeLessThanOrEqual(4096 - 512);
      }),
    );
  });

  it('requests the largest page in one call, even with the longest IDs', () => {
    expect(spansOfList(Array.from({ length: 250 }, (_, index) => largestProductId - index))).toHaveLength(1);
  });
});

describe('dividedSpan', () => {
  it('splits a list into halves', () => {
    expect(dividedSpan({ kind: 'list', productIds: [3, 1, 2] })).toEqual([
      { kind: 'list', productIds: [3, 1] },
      { kind: 'list', productIds: [2] },
    ]);
  });

  it.each([[{ kind: 'list', productIds: [3] } as const], [{ kind: 'every', page: 4, pageSize: 1 } as const]])(
    "doesn't split %j",
    (span) => {
      expect(dividedSpan(span)).toBeNull();
    },
  );

  it('splits a page into pages of the same products', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 2, max: 500 }), (page, pageSize) => {
        const places = (dividedSpan({ kind: 'every', page, pageSize }) ?? []).map((span) =>
          span.kind === 'every' ? [(span.page - 1) * span.pageSize, span.page * span.pageSize] : [],
        );
        expect(places[0]?.[0]).toBe((page - 1) * pageSize);
        expect(places.at(-1)?.[1]).toBe(page * pageSize);
        expect(places.slice(1).map(([from]) => from)).toEqual(places.slice(0, -1).map(([, to]) => to));
      }),
    );
  });
});
