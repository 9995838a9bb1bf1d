import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** What becomes of a product that stands on several lines. */
export type DuplicateChoice = 'add-up' | 'keep-apart' | 'last-wins';

/** What of a line its duplicates are told and added by. */
export interface Repeatable {
  product: string;
  productId: number | null;
  quantity: Thousandths | null;
  neededBy: CalendarDate | null;
  /** What is written in place of a date, and may mean another day than that of the next line. */
  unread?: string;
}

/** The lines of products that stand on more than one, product by product; each group and its lines in order. */
export function duplicatesIn<Line extends Repeatable>(lines: readonly Line[]): Line[][] {
  return [...groupByProduct(lines).values()].filter((group) => group.length > 1);
}

/**
 * The lines with every product's duplicates treated as chosen; others stay as and where they are.
 * `add-up` makes one line of those with the same product and ship-by date, in place of the first; lines without a
 * readable quantity stay. `last-wins` keeps each product's last line, in its own place.
 * @param addUp makes the sum's line, out of two or more
 */
export function treatDuplicates<Line extends Repeatable>(
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

function addUpLines<Line extends Repeatable>(
  lines: readonly Line[],
  addUp: (group: readonly Line[], sum: Thousandths) => Line,
): Line[] {
  const groups = groupByProduct(
    lines.filter((line) => line.quantity !== null),
    ({ neededBy, unread = '' }) => `${neededBy ?? ''} ${unread}`,
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

function groupByProduct<Line extends Repeatable>(
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

/** By id once looked up, else by the text as typed, whatever its case; null for a line without product. */
function identityOf({ productId, product }: Repeatable): string | null {
  if (productId !== null) return `#${productId}`;
  const text = product.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return text === '' ? null : text;
}
