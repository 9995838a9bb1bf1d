import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** How to handle a product on several lines. */
export type DuplicateChoice = 'add-up' | 'keep-apart' | 'last-wins';

/** Fields of a line needed to find and merge duplicates. */
export interface ProductLine {
  product: string;
  productId: number | null;
  quantity: Thousandths | null;
  shipBy: CalendarDate | null;
  /** Unreadable text in the ship-by field. It may mean another day than the text of another line. */
  unread?: string;
}

/** Returns the lines of products on more than one line, grouped by product, in list order. */
export function duplicatesIn<Line extends ProductLine>(lines: readonly Line[]): Line[][] {
  return [...groupByProduct(lines).values()].filter((group) => group.length > 1);
}

/**
 * Resolves all duplicates as chosen; other lines keep their content and position. `add-up` merges the lines of a
 * product with the same ship-by date into the first of them; lines without a readable quantity are kept. `last-wins`
 * keeps each product's last line in its position.
 * @param addUp creates the merged line from two or more
 */
export function treatDuplicates<Line extends ProductLine>(
  lines: readonly Line[],
  choice: DuplicateChoice,
  addUp: (group: readonly Line[], sum: Thousandths) => Line,
): Line[] {
  if (choice === 'keep-apart') return [...lines];
  if (choice === 'last-wins') {
    const kept = new Set([...groupByProduct(lines).values()].map((group) => group.at(-1)));
    return lines.filter((line) => kept.has(line) || identityOf(line) === null);
  }
  return addUpLines(lines, addUp);
}

function addUpLines<Line extends ProductLine>(
  lines: readonly Line[],
  addUp: (group: readonly Line[], sum: Thousandths) => Line,
): Line[] {
  const groups = groupByProduct(
    lines.filter((line) => line.quantity !== null),
    ({ shipBy, unread = '' }) => `${shipBy ?? ''} ${unread}`,
  );
  const sums = new Map<Line, Line>();
  const absorbed = new Set<Line>();
  for (const group of groups.values()) {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) continue;
    sums.set(
      first,
      addUp(
        group,
        group.reduce((sum, line) => sum + (line.quantity ?? 0), 0),
      ),
    );
    for (const line of others) absorbed.add(line);
  }
  return lines.filter((line) => !absorbed.has(line)).map((line) => sums.get(line) ?? line);
}

function groupByProduct<Line extends ProductLine>(
  lines: readonly Line[],
  further: (line: Line) => string = () => '',
): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const identity = identityOf(line);
    if (identity === null) continue;
    const key = `${further(line)} ${identity}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

/** Returns the product ID once known, otherwise the typed text in lower case; null for a line without product. */
function identityOf({ productId, product }: ProductLine): string | null {
  if (productId !== null) return `#${productId}`;
  const text = product.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return text === '' ? null : text;
}
