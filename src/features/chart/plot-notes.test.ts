import { describe, expect, it } from 'vitest';

import type { PlotGeometry } from './plot-geometry.ts';
import { placeNotes } from './plot-notes.ts';

const day = 86_400_000;
const geometry: PlotGeometry = {
  left: 50,
  top: 30,
  width: 300,
  height: 200,
  window: { from: 0, to: 100 * day },
  lowest: 0,
  highest: 1000,
};
const long = { text: '400 m wanted', width: 100 };
const short = { text: '400 m', width: 40 };

describe('placeNotes', () => {
  it('names the quantity above its line, away from the markers', () => {
    const { quantity } = placeNotes(geometry, [10 * day], {
      quantity: { names: [long, short], level: 500 },
      theory: null,
    });
    expect(quantity).toMatchObject({ text: long.text, top: 111 });
    expect(quantity!.left).toBeGreaterThan(50 + 30);
  });

  it('takes the shorter name where markers stand close, and none where they stand too close', () => {
    const close = Array.from({ length: 5 }, (_, index) => (index * 20 + 10) * day);
    const names = [long, short];
    expect(placeNotes(geometry, close, { quantity: { names, level: 500 }, theory: null }).quantity?.text).toBe(
      short.text,
    );
    const closer = Array.from({ length: 20 }, (_, index) => index * 5 * day);
    expect(placeNotes(geometry, closer, { quantity: { names, level: 500 }, theory: null }).quantity).toBeNull();
  });

  it('stays below the upper edge for a quantity that is off the scale', () => {
    const { quantity } = placeNotes(geometry, [], { quantity: { names: [long], level: 5000 }, theory: null });
    expect(quantity!.top).toBeGreaterThanOrEqual(geometry.top);
  });

  it('stays above the time axis for a quantity near zero', () => {
    const close = Array.from({ length: 20 }, (_, index) => index * 5 * day);
    const texts = { quantity: { names: [long], level: 1 }, theory: null };
    expect(placeNotes(geometry, [], texts).quantity!.top).toBeLessThan(230 - 18);
    expect(placeNotes(geometry, close, texts).quantity).toBeNull();
  });

  it('names the hatched time within it, apart from the quantity', () => {
    const theory = { text: 'Any quantity', width: 120, from: 50 * day };
    const notes = placeNotes(geometry, [], { quantity: { names: [long], level: 940 }, theory });
    expect(notes.theory!.left).toBeGreaterThan(200);
    expect(placeNotes(geometry, [], { quantity: null, theory: { ...theory, from: 90 * day } }).theory).toBeNull();
  });
});
