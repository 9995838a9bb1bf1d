import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { NewLine } from './saved-order.ts';
import { maxLinkLength, packOrder, unpackOrder } from './order-link.ts';

const text = (most: number) => fc.string({ unit: 'grapheme', maxLength: most });

const quantity: fc.Arbitrary<Pick<NewLine, 'quantity' | 'quantityText'>> = fc.oneof(
  fc.record({ quantity: fc.integer({ min: 1, max: 1_000_000_000_000 }) }),
  fc.record({ quantity: fc.constant(null), quantityText: text(10) }),
);

const line: fc.Arbitrary<NewLine> = fc
  .tuple(
    fc.record({
      product: text(40),
      neededBy: fc.option(fc.constantFrom('2027-03-17', '2028-02-29')),
      writtenUnit: text(5),
      note: text(60),
    }),
    quantity,
  )
  .map(([line, quantity]) => Object.assign(line, quantity));

const productId = fc.integer({ min: 1, max: 2_147_483_647 });
const outcome = fc.oneof(
  fc.record({
    kind: fc.constantFrom('in-stock', 'expected', 'max-lead-time'),
    date: fc.constant('2027-03-17' as const),
  }),
  fc.record({ kind: fc.constantFrom('unknown-product', 'not-available') }),
);
const answers = fc.option(
  fc.record({
    checkedAt: fc.integer({ min: 1, max: 4_000_000_000_000 }),
    outcomes: fc.array(
      fc.option(fc.oneof(fc.record({ productId, outcome }), fc.constantFrom('unknown-product', 'unit-differs'))),
      { maxLength: 30 },
    ),
    stockOnly: fc.constantFrom(undefined, '2027-03-17' as const, 'none' as const),
  }),
);

const same = (count: number) => Array.from({ length: count }, () => ({ product: '10001', quantity: 1000 }));

describe('an order in a link', () => {
  it('is unpacked unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ name: text(40), lines: fc.array(line, { maxLength: 30 }), answers }),
        async (order) => {
          const packed = await packOrder(order);
          expect(packed).toMatch(/^[\w-]*$/);
          expect(await unpackOrder(packed ?? '')).toEqual(order);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('fits thousands of plain lines, and is null beyond the maximum length', async () => {
    const plain = await packOrder({ name: '', lines: lines(2000, () => '') });
    expect(plain?.length).toBeLessThan(maxLinkLength);
    const noisy = lines(2000, (index) => Array.from({ length: 9 }, (_, n) => Math.sin(index * 9 + n)).join(''));
    expect(await packOrder({ name: '', lines: noisy })).toBeNull();
  });

  it('fits the same line up to 20,000 times', async () => {
    const packed = await packOrder({ name: '', lines: same(20_000) });
    expect((await unpackOrder(packed ?? ''))?.lines).toHaveLength(20_000);
    expect(await packOrder({ name: '', lines: same(20_001) })).toBeNull();
  });

  it.each(['', 'x', '####', 'a'.repeat(maxLinkLength + 1)])('is none in %#', async (packed) => {
    expect(await unpackOrder(packed)).toBeNull();
  });

  it('is null if it exceeds the maximum unpacked size', async () => {
    const padding = ' '.repeat(20_000_000);
    const bomb = new Blob([`{"v":1,"name":"","lines":[]${padding}}`])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(bomb).arrayBuffer());
    const packed = Buffer.from(bytes).toString('base64url');
    expect(packed.length).toBeLessThan(maxLinkLength);
    expect(await unpackOrder(packed)).toBeNull();
  });

  it.each([
    [{ v: 2, name: '', lines: [] }],
    [{ v: 1, name: '', lines: [['10001', -5, '', '', '']] }],
    [{ v: 1, name: '', lines: [['10001', 1.5, '', '', '']] }],
    [{ v: 1, name: '', lines: [['10001', 1000, '2027-02-30', '', '']] }],
    [{ v: 1, name: '', lines: [['10001', 1000]] }],
    [{ v: 1, name: '', lines: Array.from({ length: 20_001 }, () => ['10001', 1000, '', '', '']) }],
    [{ v: 1, name: '', lines: [], answers: { at: Number.MAX_SAFE_INTEGER, outcomes: [] } }],
  ])('is null for %.80j', async (order) => {
    const stream = new Blob([JSON.stringify(order)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(await unpackOrder(Buffer.from(bytes).toString('base64url'))).toBeNull();
  });
});

function lines(count: number, note: (index: number) => string): NewLine[] {
  return Array.from({ length: count }, (_, index) => ({
    product: String(10_001 + index),
    quantity: 1000 * (1 + (index % 50)),
    note: note(index),
  }));
}
