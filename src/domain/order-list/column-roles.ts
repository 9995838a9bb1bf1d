import { profileColumns } from './column-profile.ts';
import type { DateStyle } from './date-column.ts';
import type { HeaderRow } from './header-row.ts';
import { type RoleCandidates, rolesByContent } from './roles-by-content.ts';
import { rolesByHeader } from './roles-by-header.ts';

/** Which column of a table holds what; null where none does. */
export interface ColumnRoles {
  product: number | null;
  quantity: number | null;
  unit: number | null;
  neededBy: number | null;
  /** As the header names them for a whole column. */
  columnUnit?: string;
  dateStyle?: DateStyle;
}

/** The likeliest roles first; more than one where neither header nor content tells which columns are meant. */
export type RoleReadings = readonly [ColumnRoles, ...ColumnRoles[]];

/** Few enough to choose from. */
const mostReadings = 4;

/** Tells what the columns of a table are for: by its header, and where that says nothing by their content. */
export function findColumnRoles(header: HeaderRow | null, rows: readonly (readonly string[])[]): RoleReadings {
  const profiles = profileColumns(rows);
  const named = header === null ? {} : rolesByHeader(header, profiles);
  const unnamed = profiles.filter(({ column, filled }) => filled > 0 && header?.[column] == null);
  const candidates = rolesByContent(named, unnamed);
  const [likeliest, ...others] = pairsOf(candidates);
  const [neededBy = null, ...otherDates] = candidates.neededBy;
  const unit = candidates.unit[0] ?? null;
  const roles = (pair: Pair, date: number | null): ColumnRoles =>
    Object.assign({ unit, neededBy: date }, pair, wholeColumn(header, pair.quantity, date));
  // A header in words that say nothing about its dates may mean the day of the order or of an invoice.
  const isDateOpen = header !== null && neededBy !== null && header[neededBy] == null;
  const alternatives = [
    ...others.map((pair) => roles(pair, neededBy)),
    ...otherDates.map((date) => roles(likeliest, date)),
    ...(isDateOpen ? [roles(likeliest, null)] : []),
  ];
  return [roles(likeliest, neededBy), ...alternatives.slice(0, mostReadings - 1)];
}

type Pair = Pick<ColumnRoles, 'product' | 'quantity'>;

function pairsOf({ product, quantity, isSwappable, mayLackQuantity }: RoleCandidates): [Pair, ...Pair[]] {
  const [firstProduct = null, ...otherProducts] = product;
  const [firstQuantity = null, ...otherQuantities] = quantity;
  return [
    { product: firstProduct, quantity: firstQuantity },
    ...(isSwappable ? [{ product: firstQuantity, quantity: firstProduct }] : []),
    ...(mayLackQuantity ? [{ product: firstQuantity, quantity: null }] : []),
    ...otherQuantities.map((column) => ({ product: firstProduct, quantity: column })),
    ...otherProducts
      .filter((column) => column !== firstQuantity)
      .map((column) => ({ product: column, quantity: firstQuantity })),
  ];
}

function wholeColumn(header: HeaderRow | null, quantity: number | null, neededBy: number | null) {
  const columnUnit = quantity === null ? undefined : header?.[quantity]?.unit;
  const dateStyle = neededBy === null ? undefined : header?.[neededBy]?.dateStyle;
  return { ...(columnUnit === undefined ? {} : { columnUnit }), ...(dateStyle === undefined ? {} : { dateStyle }) };
}
