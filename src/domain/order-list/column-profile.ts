import { type CellKind, cellKind } from './cell-kind.ts';
import { latinDigits } from './plain-text.ts';

/** What the cells of one column look like together. */
export interface ColumnProfile {
  column: number;
  /** Cells that aren't blank. */
  filled: number;
  share: (...kinds: CellKind[]) => number;
  has: (...kinds: CellKind[]) => boolean;
  /** Whole numbers that count the rows: 1, 2, 3 or 10, 20, 30, gaps allowed in longer ones. */
  isRunning: boolean;
  /** Every number has two decimals, as prices have. */
  hasCents: boolean;
  /** Some whole number is 0, which no product is. */
  hasZero: boolean;
}

/** Looking at more rows than this tells nothing new about what a column is for. */
const rowsLookedAt = 2000;
/** Nobody orders by more columns; a broken file may have more. */
const columnsLookedAt = 200;

export function profileColumns(rows: readonly (readonly string[])[]): ColumnProfile[] {
  const sample = rows.slice(0, rowsLookedAt);
  const width = sample.reduce((most, row) => Math.max(most, Math.min(row.length, columnsLookedAt)), 0);
  return Array.from({ length: width }, (_, column) =>
    profile(
      column,
      sample.map((row) => row[column] ?? ''),
    ),
  );
}

function profile(column: number, cells: readonly string[]): ColumnProfile {
  const counts = new Map<CellKind, number>();
  for (const cell of cells) {
    const kind = cellKind(cell);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const filled = cells.length - (counts.get('blank') ?? 0);
  const count = (kinds: readonly CellKind[]) => kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  const wholes = filled > 0 && counts.get('whole') === filled ? wholeNumbers(cells) : [];
  return {
    column,
    filled,
    share: (...kinds) => (filled === 0 ? 0 : count(kinds) / filled),
    has: (...kinds) => count(kinds) > 0,
    isRunning: isRunning(wholes),
    hasCents: filled > 0 && cells.every((cell) => cell === '' || /\d[.,]\d\d$/.test(cell)),
    hasZero: cells.some((cell) => /^0+$/.test(cell)),
  };
}

function wholeNumbers(cells: readonly string[]): number[] {
  return cells.filter((cell) => cell !== '').map((cell) => Number(latinDigits(cell)));
}

function isRunning(numbers: readonly number[]): boolean {
  const [first, second] = numbers;
  if (first === undefined) return false;
  const step = second === undefined ? first : second - first;
  if (step <= 0 || ![1, 10, 100].includes(step) || (first !== step && first !== 0)) return false;
  const isExact = numbers.every((value, index) => value === first + index * step);
  if (isExact) return true;
  const last = numbers.at(-1) ?? 0;
  return (
    numbers.length > 4 &&
    last <= (numbers.length * 1.2 + 2) * step &&
    numbers.every((value, index) => value % step === 0 && (index === 0 || value > (numbers[index - 1] ?? 0)))
  );
}
