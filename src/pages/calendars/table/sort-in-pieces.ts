import { breathe } from '#lib/breathe.ts';

/** Items that are compared before the screen may have its turn. */
const pieceSize = 128;

/** The items as `toSorted` gives them, equal ones in their order; with `rest` awaited between the pieces of the work. */
export async function sortInPieces<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: () => Promise<void> | undefined = breathe(),
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += pieceSize) {
    await rest();
    runs.push(items.slice(start, start + pieceSize).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, rest));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  rest: () => Promise<void> | undefined,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [ofLeft, ofRight] = [0, 0];
  while (ofLeft < left.length && ofRight < right.length) {
    if (merged.length % pieceSize === 0) await rest();
    const [a, b] = [left[ofLeft] as Item, right[ofRight] as Item];
    const isLeft = compare(a, b) <= 0;
    merged.push(isLeft ? a : b);
    if (isLeft) ofLeft += 1;
    else ofRight += 1;
  }
  return [...merged, ...left.slice(ofLeft), ...right.slice(ofRight)];
}
