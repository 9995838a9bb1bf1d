import type { StatusCounts } from '#domain/order/line-state.ts';

/** What the lines on screen can be narrowed to. */
export type ShownLines = Exclude<keyof StatusCounts, 'unasked' | 'checking'>;

export const sortableColumns = [
  'product',
  'name',
  'quantity',
  'unit',
  'neededBy',
  'answer',
  'status',
  'days',
  'note',
] as const;

export const shownLines = [
  'in-stock',
  'expected',
  'max-lead-time',
  'late',
  'unknown-product',
  'not-available',
  'not-answered',
  'not-trusted',
] as const satisfies readonly ShownLines[];
