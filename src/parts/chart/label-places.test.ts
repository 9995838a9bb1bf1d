import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { placeLabels, spreadLabels, textWidth, wrapText, type PlacedLabel } from './label-places.ts';

function overlaps(a: PlacedLabel, b: PlacedLabel): boolean {
  return a.row === b.row && a.left < b.left + b.width && b.left < a.left + a.width;
}

/** Whether the leader line of `upper` passes through `lower`. */
function crosses(upper: PlacedLabel, lower: PlacedLabel): boolean {
  return upper.row > lower.row && upper.x > lower.left && upper.x < lower.left + lower.width;
}

describe('placeLabels', () => {
  it('places labels in one row if they fit', () => {
    const placed = placeLabels(
      [
        { key: 'a', x: 50, width: 40 },
        { key: 'b', x: 200, width: 100 },
      ],
      400,
      4,
    );
    expect(placed.map(({ row }) => row)).toEqual([0, 0]);
  });

  it('places three close labels on a phone', () => {
    const wishes = [
      { key: 'max-lead-time', x: 266, width: 197 },
      { key: 'today', x: 130, width: 40 },
      { key: 'met', x: 172, width: 178 },
    ];
    expect(placeLabels(wishes, 339, 4)).toHaveLength(3);
  });

  it('omits labels wider than the chart', () => {
    expect(placeLabels([{ key: 'a', x: 50, width: 500 }], 400, 4)).toEqual([]);
  });

  it('never lets a label overlap another, cross a leader line or leave the chart', () => {
    const wish = fc.record({ x: fc.integer({ min: 0, max: 340 }), width: fc.integer({ min: 20, max: 200 }) });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 4 }), (wishes) => {
        const keyed = wishes.map(({ x, width }, index) => ({ key: String(index), x, width }));
        const placed = placeLabels(keyed, 340, 4);
        for (const a of placed) {
          expect(a.left).toBeGreaterThanOrEqual(0);
          expect(a.left + a.width).toBeLessThanOrEqual(340);
          for (const b of placed) if (a !== b) expect(overlaps(a, b) || crosses(a, b)).toBe(false);
        }
      }),
    );
  });
});

describe('wrapText', () => {
  // Without a canvas, widths are approximate.
  beforeEach(() => vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) }));
  afterEach(() => vi.unstubAllGlobals());
  const width = 95;

  it('breaks at spaces, and within a word that is longer than a line', () => {
    expect(wrapText('Cotton poplin 148 cm', width, 13)).toEqual(['Cotton poplin', '148\u00a0cm']);
    expect(wrapText('Poplin Cottonpoplinwithelastane', width, 13)).toEqual(['Poplin', 'Cottonpoplinw', 'ithelastane']);
    expect(wrapText('', width, 13)).toEqual(['']);
  });

  it('leaves no short last word alone', () => {
    expect(wrapText('Linen sage 145 cm', width, 13)).toEqual(['Linen sage', '145\u00a0cm']);
  });

  it('keeps every letter, and no line wider than the space', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, (written) => {
        const text = written.join(' ');
        const lines = wrapText(text, width, 13);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        for (const line of lines) if (line.length > 1) expect(textWidth(line, 13)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

const spread = (...heights: number[]) => spreadLabels(heights, { top: 0, bottom: 100, pitch: 10 });

describe('spreadLabels', () => {
  it('keeps labels in place if they fit', () => {
    expect(spread(80, 5, 40)).toEqual([80, 5, 40]);
  });

  it('separates overlapping labels within the bounds', () => {
    expect(spread(50, 50, 50)).toEqual([50, 60, 70]);
    expect(spread(99, 100, -5)).toEqual([90, 100, 0]);
  });

  it('never overlaps, exceeds the bounds or reorders', () => {
    const heights = fc.array(fc.integer({ min: -20, max: 120 }), { minLength: 1, maxLength: 11 });
    fc.assert(
      fc.property(heights, (ys) => {
        const placed = spread(...ys);
        const order = ys.map((_, index) => index).toSorted((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0) || a - b);
        order.forEach((index, rank) => {
          const y = placed[index] ?? Number.NaN;
          expect(y).toBeGreaterThanOrEqual(-0.1);
          expect(y).toBeLessThanOrEqual(100.1);
          const above = order[rank - 1];
          if (above !== undefined) expect(y - (placed[above] ?? 0)).toBeGreaterThanOrEqual(9.9);
        });
      }),
    );
  });
});
