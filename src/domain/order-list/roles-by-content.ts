import type { ColumnProfile } from './column-profile.ts';
import type { NamedRoles } from './roles-by-header.ts';

/** Columns by role, the likeliest first. */
export interface RoleCandidates extends Required<NamedRoles> {
  /** Both are bare numbers, and only their order tells the product from the quantity. */
  isSwappable: boolean;
  /** A number stands before a text: five of that product, or product 5 with its name and no quantity. */
  mayLackQuantity: boolean;
}

/** Adds to the roles that a header names those that the content of the other columns tells. */
export function rolesByContent(named: NamedRoles, unnamed: readonly ColumnProfile[]): RoleCandidates {
  const neededBy = orElse(named.neededBy, () => unnamed.filter(({ share }) => share('date') >= 0.5));
  const unit = orElse(named.unit, () => unnamed.filter(({ share }) => share('unit') >= 0.6).slice(0, 1));
  const rest = unnamed.filter(
    ({ column, share }) => !neededBy.includes(column) && !unit.includes(column) && share('price', 'percent') < 0.5,
  );
  const sure = { neededBy, unit, isSwappable: false, mayLackQuantity: false };
  const { product = [], quantity = [] } = named;
  if (product.length > 0 && quantity.length > 0) return { ...sure, product, quantity };
  if (product.length > 0) return { ...sure, product, quantity: quantitiesAmong(rest, product[0]) };
  if (quantity.length > 0) return { ...sure, quantity, product: productBesideQuantity(rest) };
  return { ...sure, ...bothAmong(rest) };
}

function orElse(named: number[] | undefined, byContent: () => ColumnProfile[]): number[] {
  return named !== undefined && named.length > 0 ? named : columnsOf(byContent());
}

function bothAmong(columns: readonly ColumnProfile[]): Omit<RoleCandidates, 'neededBy' | 'unit'> {
  const code = columns.find(isSurelyProduct);
  if (code !== undefined) return settled([code], columns);
  const numeric = columns.filter(isNumeric);
  const texts = columns.filter((profile) => !isNumeric(profile));
  const [firstNumber] = numeric;
  const [firstText] = texts;
  if (firstNumber === undefined || (numeric.length === 1 && firstText === undefined)) {
    return settled(firstText === undefined ? numeric : [firstText], columns);
  }
  if (numeric.length === 1 && firstText !== undefined) {
    const isOpen = firstNumber.column < firstText.column && !isSurelyQuantity(firstNumber);
    return { ...settled([firstText], columns), mayLackQuantity: isOpen };
  }
  const bare = numeric.filter((profile) => !isSurelyQuantity(profile));
  const counted = numeric.length + Math.min(texts.length, 1) > 2 ? bare.filter(({ isRunning }) => !isRunning) : bare;
  const [first] = counted;
  // 1, 2, 3 before names and one column of numbers: most likely positions, but they may be products.
  if (firstText !== undefined && (first === undefined || (counted.length < bare.length && numeric.length === 2))) {
    return settled([firstText, ...(first === undefined ? [] : bare.slice(0, 1))], columns);
  }
  const product = first ?? firstNumber;
  const roles = settled([product], columns);
  const quantity = columns.find(({ column }) => column === roles.quantity[0]);
  const isSwappable = quantity !== undefined && !isSurelyQuantity(product) && !isQuantityBeside(product, quantity);
  return { ...roles, isSwappable };
}

function settled(product: readonly ColumnProfile[], columns: readonly ColumnProfile[]) {
  const others = columns.filter((profile) => profile !== product[0]);
  const quantity = quantitiesAmong(others, product[0]?.column);
  return { product: columnsOf(product), quantity, isSwappable: false, mayLackQuantity: false };
}

function productBesideQuantity(columns: readonly ColumnProfile[]): number[] {
  const best =
    columns.find(isSurelyProduct) ??
    columns.find((profile) => isNumeric(profile) && !profile.isRunning && !isSurelyQuantity(profile)) ??
    columns.find((profile) => !isNumeric(profile)) ??
    columns[0];
  return best === undefined ? [] : [best.column];
}

function quantitiesAmong(columns: readonly ColumnProfile[], product: number | undefined): number[] {
  const numeric = columns.filter((profile) => isNumeric(profile) && !isSurelyProduct(profile));
  const measured = numeric.filter(({ share }) => share('measure') >= 0.5);
  if (measured.length > 0) return columnsOf(measured);
  // Positions stand in front.
  const counted = numeric.filter(({ isRunning, column }) => !isRunning || (product !== undefined && column > product));
  const chosen = columnsOf(counted.length > 0 ? counted : numeric);
  // A quantity stands behind its product more often than before it.
  const behind = chosen.filter((column) => product !== undefined && column > product);
  const ordered = [...behind, ...chosen.filter((column) => !behind.includes(column))];
  const looksLikePrice = (column: number) => columns.some((profile) => profile.column === column && profile.hasCents);
  return ordered.toSorted((a, b) => Number(looksLikePrice(a)) - Number(looksLikePrice(b)));
}

function isNumeric({ share }: ColumnProfile): boolean {
  return share('whole', 'identifier', 'grouped', 'decimal', 'measure') >= 0.5;
}

/** Codes among whole numbers make them codes as well, unless they are few: a quantity may be mistyped. */
function isSurelyProduct({ share, has }: ColumnProfile): boolean {
  if (share('decimal', 'grouped') >= 0.2 || share('measure') >= 0.5) return false;
  if (share('code') >= 0.5) return true;
  return (has('identifier') || share('code') >= 0.25) && share('code', 'identifier', 'whole', 'odd', 'measure') >= 0.8;
}

function isSurelyQuantity({ has, hasZero }: ColumnProfile): boolean {
  return has('decimal', 'measure') || hasZero;
}

/** Ids are hardly ever written with separators: that confirms a quantity behind the product, and is odd before it. */
function isQuantityBeside(product: ColumnProfile, quantity: ColumnProfile): boolean {
  return isSurelyQuantity(quantity) || (quantity.has('grouped') && !product.has('grouped'));
}

function columnsOf(profiles: readonly ColumnProfile[]): number[] {
  return profiles.map(({ column }) => column);
}
