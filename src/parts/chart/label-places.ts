const widths = new Map<string, number>();
const maxCached = 2000;
let context: CanvasRenderingContext2D | null | undefined;
let family: string | undefined;

/** Returns the width in pixels of `text` in the chart font, at `size` pixels. Approximate without a canvas. */
export function textWidth(text: string, size: number, weight = 400): number {
  const key = `${weight} ${size} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= maxCached) widths.clear();
  const width = measure(text, size, weight);
  widths.set(key, width);
  return width;
}

function measure(text: string, size: number, weight: number): number {
  // The canvas is only measured, never drawn. `willReadFrequently` keeps it in main memory, which is allocated faster
  // than GPU memory.
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return text.length * size * 0.56;
  // Read once, because each read forces a style recalculation.
  family ??= getComputedStyle(document.body).fontFamily;
  context.font = `${weight} ${size}px ${family}`;
  return Math.ceil(context.measureText(text).width);
}

/** A short last word, such as a unit, stays with the word before. */
const lastSpace = / (?=\S{1,3}$)/u;

/** Returns the text in lines of at most `width` pixels at `size` pixels, broken at spaces, and within longer words. */
export function wrapText(text: string, width: number, size: number, weight = 400): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (words: string) => textWidth(words, size, weight) <= width;
  for (const word of text.replace(lastSpace, '\u00a0').split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** A label to place above a chart, centered near `x`, the foot of its leader line. */
export interface ChartLabel {
  key: string;
  x: number;
  width: number;
}

/** A label with its position: left edge, and row (0 is nearest to the chart). */
export interface PlacedLabel extends ChartLabel {
  left: number;
  row: number;
}

const gap = 10;

/**
 * Places labels in rows above a chart without overlaps, from 0 to `right`. No label crosses another's leader
 * line. Places as many labels as fit in `rows`, in the lowest possible rows. Tries every combination, so use it for at
 * most four labels.
 */
export function placeLabels(labels: readonly ChartLabel[], right: number, rows: number): PlacedLabel[] {
  return bestOf(
    labels.map((label) => candidates(label, right, rows)),
    [],
  );
}

function bestOf(
  [places, ...others]: readonly (readonly PlacedLabel[])[],
  placed: readonly PlacedLabel[],
): PlacedLabel[] {
  if (!places) return [...placed];
  let best = bestOf(others, placed);
  for (const label of places) {
    if (!placed.every((other) => apart(label, other))) continue;
    const found = bestOf(others, [...placed, label]);
    if (cost(found) < cost(best)) best = found;
  }
  return best;
}

/** Omitting a label costs more than any row. */
function cost(placed: readonly PlacedLabel[]): number {
  return placed.reduce((sum, { row }) => sum + row - 100, 0);
}

function candidates(label: ChartLabel, right: number, rows: number): PlacedLabel[] {
  if (label.width > right) return [];
  const within = (start: number) => Math.min(Math.max(start, 0), right - label.width);
  const lefts = [label.x - label.width / 2, label.x - 4, label.x - label.width + 4].map(within);
  return Array.from({ length: rows }, (_, row) =>
    lefts.map((start) => Object.assign({}, label, { left: start, row })),
  ).flat();
}

function apart(a: PlacedLabel, b: PlacedLabel): boolean {
  if (a.row === b.row) return a.left + a.width + gap <= b.left || b.left + b.width + gap <= a.left;
  const [upper, lower] = a.row > b.row ? [a, b] : [b, a];
  return upper.x < lower.left - 3 || upper.x > lower.left + lower.width + 3;
}

/**
 * Returns vertical positions for labels in a column, close to `heights` and in the same order. Labels are at least
 * `pitch` pixels apart, from `top` to `bottom`; less if there isn't enough space for all.
 */
export function spreadLabels(
  heights: readonly number[],
  { top, bottom, pitch }: { top: number; bottom: number; pitch: number },
): number[] {
  const distance = Math.min(pitch, (bottom - top) / Math.max(1, heights.length - 1));
  const order = heights.map((_, index) => index).toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b);
  const places = heights.map((height) => Math.min(Math.max(height, top), bottom));
  const at = (rank: number) => places[order[rank] ?? 0] ?? 0;
  const put = (rank: number, y: number) => (places[order[rank] ?? 0] = y);
  // Pushes labels down as far as those above require, then up from the bottom.
  for (let rank = 1; rank < order.length; rank += 1) put(rank, Math.max(at(rank), at(rank - 1) + distance));
  const last = order.length - 1;
  if (last >= 0) put(last, Math.min(at(last), bottom));
  for (let rank = last - 1; rank >= 0; rank -= 1) put(rank, Math.min(at(rank), at(rank + 1) - distance));
  return places;
}
