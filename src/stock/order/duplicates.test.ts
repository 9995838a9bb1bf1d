import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type DuplicateChoice, duplicatesIn, type ProductLine, treatDuplicates } from './duplicates.ts';

interface Line extends ProductLine {
  id: string;
}

function line(id: string, product: string, quantity: number | null, more: Partial<Line> = {}): Line {
  return { id, product, productId: null, quantity, shipBy: null, ...more };
}

const addUp = ([first, second, ...others]: readonly Line[], sum: number): Line => {
  if (first === undefined || second === undefined) throw new Error('one line is no sum');
  return { ...first, id: [first, second, ...others].map(({ id }) => id).join('+'), quantity: sum };
};

const order = [
  line('a', 'AB-1', 100),
  line('b', 'CD-2', 200),
  line('c', ' ab-1 ', 50),
  line('d', '', 7),
  line('e', 'AB-1', 25, { shipBy: '2026-04-01' }),
  line('f', '', 8),
  line('g', 'AB-1', null),
];

const total = (lines: readonly Line[]) => lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

describe('treatDuplicates', () => {
  it.each<[DuplicateChoice, [string, number | null][]]>([
    [
      'keep-apart',
      [
        ['a', 100],
        ['b', 200],
        ['c', 50],
        ['d', 7],
        ['e', 25],
        ['f', 8],
        ['g', null],
      ],
    ],
    [
      'add-up',
      [
        ['a+c', 150],
        ['b', 200],
        ['d', 7],
        ['e', 25],
        ['f', 8],
        ['g', null],
      ],
    ],
    [
      'last-wins',
      [
        ['b', 200],
        ['d', 7],
        ['f', 8],
        ['g', null],
      ],
    ],
  ])('%s', (choice, expected) => {
    expect(treatDuplicates(order, choice, addUp).map(({ id, quantity }) => [id, quantity])).toEqual(expected);
  });

  it('identifies products by ID once known', () => {
    const lines = [line('a', 'AB-1', 1, { productId: 7 }), line('b', '7', 2, { productId: 7 }), line('c', '7', 4)];
    expect(treatDuplicates(lines, 'add-up', addUp).map(({ id }) => id)).toEqual(['a+b', 'c']);
  });

  it('never merges different products, days or unreadable dates', () => {
    const lines = [
      line('a', 'x', 1, { productId: 7 }),
      line('b', 'x', 1, { productId: 8 }),
      line('c', 'A B', 1),
      line('d', 'AB', 1),
      line('e', 'y', 1, { shipBy: '2026-04-01' }),
      line('f', 'y', 1, { shipBy: '2026-05-01' }),
      line('g', 'y', 1, { unread: 'soon' }),
      line('h', 'y', 1, { unread: 'later' }),
    ];
    expect(treatDuplicates(lines, 'add-up', addUp)).toEqual(lines);
  });

  it('ignores repeated spaces in a product text', () => {
    const lines = [line('a', 'Crepe  navy', 1), line('b', 'crepe navy', 2)];
    expect(treatDuplicates(lines, 'add-up', addUp)).toMatchObject([{ id: 'a+b' }]);
  });

  it('adds in thousandths', () => {
    expect(treatDuplicates([line('a', 'x', 100), line('b', 'x', 200)], 'add-up', addUp)[0]?.quantity).toBe(300);
  });

  const arbitraryLines = fc.array(
    fc.record<Line>({
      id: fc.uuid(),
      product: fc.constantFrom('', 'a', 'A', 'b'),
      productId: fc.constantFrom(null, null, 1),
      quantity: fc.option(fc.integer({ min: 1, max: 9 })),
      shipBy: fc.constantFrom(null, '2026-04-01', '2026-05-01'),
    }),
  );

  it('keeps the total quantity when adding up', () => {
    fc.assert(
      fc.property(arbitraryLines, (lines) => {
        expect(total(treatDuplicates(lines, 'add-up', addUp))).toBe(total(lines));
      }),
    );
  });

  it('leaves no duplicates with last-wins', () => {
    fc.assert(
      fc.property(arbitraryLines, (lines) => {
        expect(duplicatesIn(treatDuplicates(lines, 'last-wins', addUp))).toEqual([]);
      }),
    );
  });
});

describe('duplicatesIn', () => {
  it('groups the lines of a product regardless of their dates', () => {
    expect(duplicatesIn(order).map((group) => group.map(({ id }) => id))).toEqual([['a', 'c', 'e', 'g']]);
  });
});
