/** Lines displayed by every grid. */
export interface BenchLine {
  readonly key: number;
  readonly product: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  readonly shipBy: string;
  readonly answer: string;
  readonly status: string;
  readonly days: string;
  readonly note: string;
}

export const fields = [
  ['product', 'Product', 120],
  ['name', 'Name', 260],
  ['quantity', 'Quantity', 96],
  ['unit', 'Unit', 64],
  ['shipBy', 'Needed by', 120],
  ['answer', 'Answer', 120],
  ['status', 'Status', 140],
  ['days', 'Days', 72],
  ['note', 'Note', 180],
] as const satisfies readonly (readonly [keyof BenchLine, string, number])[];

/** Grid driven by the benchmark. */
export interface Contender {
  /** The scroll container. */
  scroller(): HTMLElement;
  /** Pastes lines at the first cell; one array per row. */
  paste(cells: readonly (readonly string[])[]): void;
  /** Returns the grid's text of a cell. */
  textOf(row: number, field: keyof BenchLine): string;
}

const statuses = ['In stock', 'Expected', 'Max lead time', 'Unknown product'];

export function blankLine(key: number): BenchLine {
  const empty = {
    product: '',
    name: '',
    quantity: '',
    unit: '',
    shipBy: '',
    answer: '',
    status: '',
    days: '',
    note: '',
  };
  return { key, ...empty };
}

export function benchLines(count: number): BenchLine[] {
  return Array.from({ length: count }, (_, index) => ({
    key: index + 1,
    product: String(100_000 + index * 7),
    name: `Linen plain ${index % 997}, ivory, ${110 + (index % 19) * 10} cm`,
    quantity: String((index % 400) + 0.5),
    unit: 'm',
    shipBy: index % 4 === 0 ? `2026-12-${10 + (index % 20)}` : '',
    answer: `2026-11-${10 + (index % 20)}`,
    status: statuses[index % statuses.length] ?? '',
    days: String(index % 120),
    note: index % 9 === 0 ? 'together 340: 17 March' : '',
  }));
}
