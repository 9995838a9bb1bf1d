/** A label that wants to stand above a chart at `x`, the foot of its leader line. */
export interface LabelWish {
  key: string;
  x: number;
  width: number;
}

/** Where it stands: from `left`, in `row` (0 is the one nearest the chart). */
export interface PlacedLabel extends LabelWish {
  left: number;
  row: number;
}

const gap = 10;

/**
 * Places a few labels (every combination is tried, so four at most) in rows above a chart so that none overlaps
 * another, crosses another's leader line, or leaves the stretch from `left` to `right`: as many as find a place
 * within `rows`, in as low rows as will do.
 */
export function placeLabels(wishes: readonly LabelWish[], left: number, right: number, rows: number): PlacedLabel[] {
  return bestOf(
    wishes.map((wish) => candidates(wish, left, right, rows)),
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

/** A label left out costs more than any row. */
function cost(placed: readonly PlacedLabel[]): number {
  return placed.reduce((sum, { row }) => sum + row - 100, 0);
}

function candidates(wish: LabelWish, left: number, right: number, rows: number): PlacedLabel[] {
  if (wish.width > right - left) return [];
  const within = (start: number) => Math.min(Math.max(start, left), right - wish.width);
  const lefts = [wish.x - wish.width / 2, wish.x - 4, wish.x - wish.width + 4].map(within);
  const { key, x, width } = wish;
  return Array.from({ length: rows }, (_, row) => lefts.map((start) => ({ key, x, width, left: start, row }))).flat();
}

function apart(a: PlacedLabel, b: PlacedLabel): boolean {
  if (a.row === b.row) return a.left + a.width + gap <= b.left || b.left + b.width + gap <= a.left;
  const [upper, lower] = a.row > b.row ? [a, b] : [b, a];
  return upper.x < lower.left - 3 || upper.x > lower.left + lower.width + 3;
}
