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
 * Places a few labels in rows above a chart so that none overlaps another, crosses another's leader line, or leaves
 * the stretch from `left` to `right`: as many as find a place within `rows`, in as few rows as will do.
 */
export function placeLabels(wishes: readonly LabelWish[], left: number, right: number, rows: number): PlacedLabel[] {
  const tries = orders(wishes).map((order) => placeInOrder(order, left, right, rows));
  return tries.reduce((best, other) => (cost(other) < cost(best) ? other : best), tries[0] ?? []);

  function cost(placed: readonly PlacedLabel[]): number {
    return (wishes.length - placed.length) * 100 + placed.reduce((sum, { row }) => sum + row, 0);
  }
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item].concat(rest)));
}

function placeInOrder(wishes: readonly LabelWish[], left: number, right: number, rows: number): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const wish of wishes) {
    const free = candidates(wish, left, right, rows).find((label) => placed.every((other) => apart(label, other)));
    if (free) placed.push(free);
  }
  return placed;
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
