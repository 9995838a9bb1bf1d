import { type DateStyle, isDayWithoutYear } from './list-date.ts';
import {
  findFactor,
  findTotal,
  isAmountPer,
  isMoneyHeading,
  isPackageCount,
  isTotalHeading,
  type NumberColumn,
} from './column-factors.ts';
import { isNegativeHeading } from './column-marks.ts';
import type { HeaderRow, HeaderCell } from './header-row.ts';
import { type CellKind, cellKind } from './cell-kind.ts';
import { foldWords, groupsOf, latinDigits } from './plain-text.ts';
import { memoize } from '#stock/memoize.ts';

/** Column index by role; null if no column has the role. */
export interface ColumnRoles {
  product: number | null;
  quantity: number | null;
  unit: number | null;
  shipBy: number | null;
  /** Further product columns of the header, used by rows whose first one is blank. */
  otherProducts: readonly number[];
  /** Note columns. */
  notes: readonly number[];
  /** Unit and date order that the header states for a whole column. */
  columnUnit: string | undefined;
  dateStyle: DateStyle | undefined;
  /** Column by which the quantity may have to be multiplied; null without one. */
  factor: number | null;
  /** Columns whose product is the quantity column. */
  factorsOfTotal: readonly number[];
  /** What one in the quantity column stands for, as its heading states it. */
  scale: number;
}

/** Possible readings of a table's columns. */
export interface RoleReadings {
  /** Most likely first; more than one if neither header nor content identifies the columns. */
  likely: readonly [ColumnRoles, ...ColumnRoles[]];
  /** Readings with another product column, meant only if the catalog lacks the most likely products. */
  elsewhere: readonly ColumnRoles[];
}

/** Maximum number of readings that a user can choose from. */
const maxReadings = 4;

/** Determines the column roles of a table from its header or, for unnamed columns, from their content. */
export function findColumnRoles(
  header: HeaderRow | null,
  rows: readonly (readonly string[])[],
  headings: readonly string[] = [],
): RoleReadings {
  const profiles = profileColumns(rows);
  const byHeader = header === null ? {} : rolesByHeader(header, profiles);
  const numbers = header === null ? [] : numberColumns(header, headings, profiles, rows);
  const total = findTotal(numbers);
  if (total !== null) byHeader.quantity = [total.total];
  else if (byHeader.quantity?.length === 0 && header?.every((cell) => cell?.role !== 'part')) {
    byHeader.quantity = stated(numbers, headings);
  }
  const isStated = (byHeader.quantity?.length ?? 0) > 0;
  const unnamed = profiles.filter(
    ({ column }) => header?.[column] == null && !isNegativeHeading(headings[column] ?? ''),
  );
  const candidates = withSigned(rolesByContent(byHeader, unnamed), numbers);
  const [likeliest, ...others] = pairsOf(candidates);
  const [shipBy = null, ...otherDates] = candidates.shipBy;
  const unit = candidates.unit[0] ?? null;
  const named = (role: HeaderCell['role']) =>
    columnsOf(profiles.filter(({ column }) => header?.[column]?.role === role));
  const headed = (column: number | null) => header?.find((_, at) => at === column);
  const [notes, otherProducts] = [named('note'), named('product')];
  const roles = (pair: Pair, date: number | null): ColumnRoles => {
    const heading = headings[pair.quantity ?? -1] ?? '';
    const { unit: columnUnit, scale = 1 } = headed(pair.quantity) ?? {};
    const mayMultiply = isStated && total === null && pair.quantity !== null && !isTotalHeading(heading);
    const others = numbers.filter(({ column }) => column !== pair.quantity && column !== pair.product);
    const factor = mayMultiply ? findFactor(others, heading) : null;
    return {
      ...pair,
      unit,
      shipBy: date,
      notes: [...notes, ...noteColumns(pair, profiles).filter((column) => column !== date && !headings[column])],
      otherProducts,
      columnUnit: columnUnit ?? (factor === null && scale === 1 ? perEach(heading) : undefined),
      dateStyle: headed(date)?.dateStyle,
      factor,
      factorsOfTotal: total?.factors ?? [],
      scale,
    };
  };
  const isDateOpen = shipBy !== null && mayBeOtherDates(shipBy, header, profiles);
  const alternatives = [
    ...others.map((pair) => roles(pair, shipBy)),
    ...otherDates.map((date) => roles(likeliest, date)),
    ...(isDateOpen ? [roles(likeliest, null)] : []),
  ];
  const likely = [roles(likeliest, shipBy), ...alternatives.slice(0, maxReadings - 1)] as const;
  const used = new Set([...likely.flatMap(({ product, quantity }) => [product, quantity]), shipBy, unit]);
  const elsewhere = profiles.filter((profile) => !used.has(profile.column) && mayHoldProducts(profile, header));
  return {
    likely,
    elsewhere: elsewhere.slice(0, 2).map(({ column }) => roles({ ...likeliest, product: column }, shipBy)),
  };
}

/** Adds a column of changes (`+5`, `-10`) or, where it is the quantity, the columns that it may change. */
function withSigned(candidates: RoleCandidates, numbers: readonly NumberColumn[]): RoleCandidates {
  const signed = numbers.find(isSigned);
  if (signed === undefined || candidates.quantity.length === 0) return candidates;
  const changed = numbers.filter(({ heading }) => !isMoneyHeading(foldWords(heading)));
  const added = candidates.quantity.includes(signed.column) ? columnsOf(changed) : [signed.column];
  return { ...candidates, quantity: [...new Set([...candidates.quantity, ...added])] };
}

function isSigned({ cells }: NumberColumn): boolean {
  return cells.some((cell) => /^[+-]/.test(cell)) && cells.every((cell) => /^(?:[+-]\d.*|0?)$/.test(cell));
}

/** Returns the end of a heading such as `Qty per week`, which says that the amount is ordered several times. */
function perEach(heading: string): string | undefined {
  return isAmountPer(heading) ? groupsOf(heading, /((?:\/|\b(?:per|pro|par|por|je)\b).*)$/iu)[0] : undefined;
}

/** Columns of numbers that aren't row numbers, products or prices, with their headings. */
function numberColumns(
  header: HeaderRow,
  headings: readonly string[],
  profiles: readonly ColumnProfile[],
  rows: readonly (readonly string[])[],
): NumberColumn[] {
  const counts = profiles.filter(
    (profile) =>
      isNumeric(profile) && !profile.isSequence && !profile.arePositions && !profile.areIds && !profile.areDays,
  );
  return counts.map(({ column }) => ({
    column,
    heading: headings[column] ?? '',
    cells: rows.slice(0, maxSampleRows).map((row) => row[column] ?? ''),
    isOther: header[column] != null,
  }));
}

/** Number columns that state the quantity, although their headings alone don't: an unknown heading doesn't win over them. */
function stated(numbers: readonly NumberColumn[], headings: readonly string[]): number[] {
  const per = numbers.filter(({ heading }) => isAmountPer(heading));
  // Beside a price, the total is money.
  const hasMoney = headings.some((heading) => isMoneyHeading(foldWords(heading)));
  const totals = hasMoney ? [] : numbers.filter(({ heading }) => isTotalHeading(heading));
  const packages = numbers.filter(({ heading }) => isPackageCount(foldWords(heading)));
  return columnsOf([...per, ...totals, ...packages].slice(0, 1));
}

/**
 * Whether a date column may hold other dates than ship-by dates. Below an unknown heading they may be order or invoice
 * dates. Ship dates may come from an earlier result. So may dates next to an empty column, the unused ship-by column.
 */
function mayBeOtherDates(column: number, header: HeaderRow | null, profiles: readonly ColumnProfile[]): boolean {
  if (header === null) return profiles[column - 1]?.filled === 0;
  return header[column] == null || (header[column].role === 'shipBy' && header[column].rank === 2);
}

/** Text columns after both. With the quantity first, text in each row directly after the product is its name, not a remark. */
function noteColumns({ product, quantity }: Pair, profiles: readonly ColumnProfile[]): number[] {
  if (product === null || quantity === null) return [];
  const isName = ({ column, has }: ColumnProfile) =>
    column < quantity || (column === product + 1 && !has('blank') && quantity < product);
  const behind = profiles.filter((profile) => profile.column > product && profile.share('text') > 0.5);
  return columnsOf(behind.filter((profile) => !isName(profile)));
}

/** Whether a column may contain products: it isn't a row number and has no other known role. */
function mayHoldProducts(profile: ColumnProfile, header: HeaderRow | null): boolean {
  const role = header?.[profile.column]?.role ?? 'product';
  const isOpen = role === 'product' || role === 'name' || role === 'number';
  return isOpen && !profile.isSequence && profile.share('code', 'identifier', 'whole') >= 0.5;
}

type Pair = Pick<ColumnRoles, 'product' | 'quantity'>;

function pairsOf({ product, quantity, isSwappable, mayLackQuantity, name }: RoleCandidates): [Pair, ...Pair[]] {
  const [firstProduct = null, ...otherProducts] = product;
  const [firstQuantity = null, ...otherQuantities] = quantity;
  return [
    { product: firstProduct, quantity: firstQuantity },
    ...(name === undefined ? [] : [{ product: name, quantity: firstProduct }]),
    ...(isSwappable ? [{ product: firstQuantity, quantity: firstProduct }] : []),
    ...(mayLackQuantity ? [{ product: firstQuantity, quantity: null }] : []),
    ...otherQuantities.map((column) => ({ product: firstProduct, quantity: column })),
    ...otherProducts.map((column) => ({ product: column, quantity: firstQuantity })),
  ];
}

/** Statistics about the cells of one column. */
interface ColumnProfile {
  column: number;
  /** Number of cells that aren't blank. */
  filled: number;
  share: (...kinds: CellKind[]) => number;
  has: (...kinds: CellKind[]) => boolean;
  /** Whether whole numbers number the rows: 1, 2, 3 or 10, 20, 30. Longer columns may have gaps. */
  isSequence: boolean;
  /** Whether numbers with leading zeros number the rows, in any ascending tens: 00010, 00030. */
  arePositions: boolean;
  /** Whether all cells are sizes, which L and M are beside others. */
  areSizes: boolean;
  /** Whether all cells are equal, like an order or customer number. */
  isConstant: boolean;
  /** Whether every number has two decimals, like a price. */
  hasCents: boolean;
  /** Whether most cells are a day without a year. */
  lacksYears: boolean;
  /** Whether a cell is 0, which is never a product. */
  hasZero: boolean;
  /** Whether all cells are 0 or blank, like an unused column of shipped quantities. */
  isZero: boolean;
  /** Whether every number has the length of an ID. */
  areIds: boolean;
  /** Whether every cell is a long number with decimals, like an article variant: 10001.01. */
  mayBeVariants: boolean;
  /** Whether every cell is a compact date: 20261212. */
  areDays: boolean;
  /** Whether most cells start with a number shorter than an ID: `3x25`, `50-60`, `2k`, `005`. */
  startWithCount: boolean;
}

/** Maximum number of rows sampled; more rarely change a column's role. */
const maxSampleRows = 2000;
/** Maximum number of columns profiled; only broken files have more. */
const maxColumns = 200;

function profileColumns(rows: readonly (readonly string[])[]): ColumnProfile[] {
  const sample = rows.slice(0, maxSampleRows);
  const width = sample.reduce((most, row) => Math.max(most, Math.min(row.length, maxColumns)), 0);
  return Array.from({ length: width }, (_, column) =>
    profile(
      column,
      sample.map((row) => row[column] ?? ''),
    ),
  );
}

function profile(column: number, cells: readonly string[]): ColumnProfile {
  const counts = new Map<CellKind, number>();
  const kindOf = memoize(cellKind);
  for (const cell of cells) {
    const kind = kindOf(cell);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const filled = cells.length - (counts.get('blank') ?? 0);
  const count = (kinds: readonly CellKind[]) => kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  return {
    column,
    filled,
    share: (...kinds) => count(kinds) / filled,
    has: (...kinds) => count(kinds) > 0,
    // In a list of one row, 10 is a row number only in the first column.
    isSequence: (column === 0 || cells.length > 1) && isSequence(wholeNumbers(cells)),
    arePositions: arePositions(cells.filter((cell) => cell !== '')),
    areSizes: cells.every((cell) => /^(?:X{0,3}[SL]|M)?$/.test(cell)) && new Set(cells).size > 1,
    isConstant: cells.length > 1 && cells[0] !== '' && cells.every((cell) => cell === cells[0]),
    hasCents: cells.every((cell) => /^$|\d[.,]\d\d$/.test(cell)),
    lacksYears: cells.filter(isDayWithoutYear).length > filled / 2,
    hasZero: cells.includes('0'),
    isZero: cells.every((cell) => /^[0.,]*$/.test(cell)),
    mayBeVariants: cells.every((cell) => /^(?:\d{4,10}\.\d{1,3})?$/.test(cell)),
    areDays: cells.every((cell) => /^(?:20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(cell)),
    areIds: cells.every((cell) => /^(?:\d{5,10})?$/.test(latinDigits(cell))),
    startWithCount: cells.filter((cell) => /^\d{1,4}(?!\d)/.test(latinDigits(cell))).length > filled / 2,
  };
}

function wholeNumbers(cells: readonly string[]): number[] {
  return cells.filter((cell) => cell !== '').map((cell) => Number(latinDigits(cell)));
}

function arePositions(cells: readonly string[]): boolean {
  if (!cells.every((cell) => /^0\d{1,5}$/.test(cell))) return false;
  const numbers = cells.map(Number);
  const areTens = numbers.every((value, at) => value % 10 === 0 && value > (numbers[at - 1] ?? 0));
  // A list that starts at 002000 has products there, not rows.
  const [first = 0] = numbers;
  return first < 1000 && (areTens || isSequence(numbers));
}

function isSequence(numbers: readonly number[]): boolean {
  const [first = 0, second = 2 * first] = numbers;
  const step = second - first;
  if (![1, 10, 100].includes(step) || (first !== step && first !== 0)) return false;
  const isExact = numbers.every((value, index) => value === first + index * step);
  if (isExact) return true;
  const last = numbers.at(-1) ?? 0;
  return (
    numbers.length > 4 &&
    last <= (numbers.length * 1.2 + 2) * step &&
    numbers.every((value, index) => value % step === 0 && value > (numbers[index - 1] ?? -1))
  );
}

/** Best columns by role; several if the header gives them the same name. */
interface NamedRoles {
  product?: number[];
  quantity?: number[];
  shipBy?: number[];
  unit?: number[];
}

/** Returns the roles that the header names. Ambiguous headings are resolved by the cells below them. */
function rolesByHeader(header: HeaderRow, profiles: readonly ColumnProfile[]): NamedRoles {
  const roleAt = (cell: HeaderRow[number] | undefined, column: number) => {
    if (cell?.role === 'wanted') return roleOfWanted(profiles[column]);
    return cell !== undefined &&
      cell !== null &&
      cell.rank < 1 &&
      cell.role === 'quantity' &&
      !isFilled(profiles[column])
      ? 'part'
      : cell?.role;
  };
  const rank = (role: HeaderCell['role']) =>
    best(header, (cell, column) => {
      if (roleAt(cell, column) !== role) return null;
      // `Qty/unit` is the amount of one set.
      if (role === 'unit' && (profiles[column]?.share('whole', 'grouped', 'decimal') ?? 0) > 0.5) return null;
      // Even if the ship-by column is empty, a ship date column doesn't replace it.
      if (isEmpty(profiles[column])) return role === 'shipBy' ? cell.rank + 0.5 : 90;
      return cell.rank;
    });
  const product = best(header, (cell, column) => productRank(cell, profiles[column]));
  const quantity = rank('quantity');
  // Only the user can choose between ordered, open and shipped quantities, or between sizes.
  const others = profiles.filter((profile) => {
    const { column, isZero } = profile;
    const cell = header[column];
    const isCount = cell?.isReference === false && ['quantity', 'part'].includes(roleAt(cell, column) ?? '');
    return isCount && isNumeric(profile) && !isZero && !product.includes(column) && !quantity.includes(column);
  });
  return {
    product,
    quantity: quantity.length === 0 ? [] : [...quantity, ...columnsOf(others)],
    shipBy: rank('shipBy'),
    unit: rank('unit'),
  };
}

/** Whether each row has a number: a correction of some rows only doesn't replace the quantities of all. */
function isFilled(profile: ColumnProfile | undefined): boolean {
  return profile !== undefined && !profile.has('blank') && isNumeric(profile);
}

function roleOfWanted(profile: ColumnProfile | undefined): HeaderCell['role'] {
  return (profile?.share('whole', 'grouped', 'decimal', 'measure') ?? 0) >= 0.5 ? 'quantity' : 'shipBy';
}

function best(header: HeaderRow, rankOf: (cell: HeaderCell, column: number) => number | null): number[] {
  const ranked = header.flatMap((cell, column) => {
    const rank = cell === null ? null : rankOf(cell, column);
    return rank === null ? [] : [{ column, rank }];
  });
  const lowest = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === lowest).map(({ column }) => column);
}

/**
 * Ranks a column as the product column, lowest first; null if it can't be. A column headed *Product* may contain names
 * while another has the codes, so codes come first. *No.* and *Item* may just number the rows.
 */
function productRank(cell: HeaderCell, profile: ColumnProfile | undefined): number | null {
  // "Nombre" is a number in French and a name in Spanish.
  if (cell.role === 'quantity' && cell.rank === 3 && (profile?.share('text') ?? 0) >= 0.5) return 25;
  if (cell.role !== 'product' && cell.role !== 'name' && cell.role !== 'number') return null;
  if (isEmpty(profile)) return cell.role === 'number' ? null : 90;
  const looksLikeCodes = profile.share('code', 'identifier', 'whole', 'measure', 'odd', 'date') >= 0.5;
  if (cell.role === 'number') return profile.isSequence || !looksLikeCodes ? null : 2.5;
  if (profile.isSequence && cell.rank >= 2) return 50;
  // An explicit "code" or "number" heading is trusted, whatever its cells contain.
  if (cell.rank < 2) return cell.rank;
  if (cell.rank === 2 && looksLikeCodes) return 1.4;
  return looksLikeCodes ? cell.rank : cell.rank + 20;
}

function isEmpty(profile: ColumnProfile | undefined): profile is undefined {
  return profile === undefined || profile.filled === 0;
}

/** Candidate columns by role, most likely first. */
interface RoleCandidates extends Required<NamedRoles> {
  /** Whether product and quantity are both bare numbers, distinguished only by their order. */
  isSwappable: boolean;
  /** Whether a number precedes a text: a quantity of that product, or a product with its name and no quantity. */
  mayLackQuantity: boolean;
  /** Name column before the product, which may instead be the quantity of the named product. */
  name?: number | undefined;
}

/** Completes the roles named by the header with roles derived from the content of the other columns. */
function rolesByContent(named: NamedRoles, unnamed: readonly ColumnProfile[]): RoleCandidates {
  // Spreadsheets also turn codes into such days, but product codes are in the first two columns.
  const isDay = ({ column, lacksYears }: ColumnProfile) => lacksYears && column > 1;
  const shipBy = orElse(named.shipBy, () => unnamed.filter((each) => each.share('date') >= 0.5 || isDay(each)));
  const unit = orElse(named.unit, () => unnamed.filter(({ share, areSizes }) => share('unit') >= 0.6 && !areSizes));
  // For an empty column, `share` is NaN, so this also excludes it.
  const rest = unnamed.filter(
    ({ column, share }) => !shipBy.includes(column) && !unit.includes(column) && share('price', 'percent') < 0.5,
  );
  const sure = { shipBy, unit, isSwappable: false, mayLackQuantity: false };
  const { product = [], quantity = [] } = named;
  if (product.length > 0 && quantity.length > 0) return { ...sure, product, quantity };
  if (product.length > 0) return { ...sure, product, quantity: quantitiesAmong(rest, product[0]) };
  if (quantity.length > 0) return { ...sure, quantity, product: productBesideQuantity(rest) };
  return { ...sure, ...productAndQuantityAmong(rest) };
}

function orElse(named: number[] | undefined, byContent: () => ColumnProfile[]): number[] {
  return named !== undefined && named.length > 0 ? named : columnsOf(byContent());
}

function productAndQuantityAmong(profiles: readonly ColumnProfile[]): Omit<RoleCandidates, 'shipBy' | 'unit'> {
  const areThree = profiles.filter(({ filled }) => filled > 0).length > 2;
  const lead = profiles.find(({ isConstant }) => !isConstant);
  const columns = areThree
    ? profiles.map((each) => (each === lead && each.arePositions ? asPositions(each) : each))
    : profiles;
  const codes = columns.filter(isSurelyProduct);
  const code = codes[0];
  const other = code?.isConstant ? codes.find(({ isConstant }) => !isConstant) : undefined;
  if (code !== undefined && other !== undefined) return candidatesFor([other, code], columns);
  // After IDs, `3x25` and `2 pieces cut` are more likely unclear quantities than products.
  const ids = columns.find(({ areIds, isSequence }) => areIds && !isSequence);
  const unclear = columns.find((profile) => profile !== ids && !profile.isSequence);
  const isUnclear = unclear?.startWithCount === true && columns.every((each) => each === ids || !isNumeric(each));
  if (ids !== undefined && isUnclear && ids.column < unclear.column) {
    return { product: [ids.column], quantity: [unclear.column], isSwappable: true, mayLackQuantity: false };
  }
  if (code !== undefined) return candidatesFor([code], columns);
  const numeric = columns.filter(isNumeric);
  const texts = columns.filter((profile) => !isNumeric(profile));
  const [firstNumber] = numeric;
  const [firstText] = texts;
  if (firstNumber === undefined) return candidatesFor(texts, columns);
  if (numeric.length === 1 && firstText !== undefined) {
    const isOpen = firstNumber.column < firstText.column && !isSurelyQuantity(firstNumber);
    return { ...candidatesFor([firstText], columns), mayLackQuantity: isOpen };
  }
  const bare = numeric.filter((profile) => !isSurelyQuantity(profile));
  const counted = numeric.length + Math.min(texts.length, 1) > 2 ? bare.filter(({ isSequence }) => !isSequence) : bare;
  const [first] = counted;
  // 1, 2, 3 with names and one more number column are most likely row numbers, but may be products.
  if (firstText !== undefined && (first === undefined || (counted.length < bare.length && numeric.length === 2))) {
    return candidatesFor([firstText, ...(first === undefined ? [] : bare.slice(0, 1))], columns);
  }
  // A name before the only number that may be a product is more likely the product itself.
  const isNamed =
    firstText !== undefined &&
    first !== undefined &&
    firstText.column < first.column &&
    !counted.some(({ areIds }) => areIds);
  if (isNamed && counted.length === 1) return candidatesFor([firstText], columns);
  // A constant ID is an order or customer number, unless one product is ordered several times.
  const varied =
    first?.isConstant && first.areIds ? counted.find((each) => each.areIds && !each.isConstant) : undefined;
  if (first !== undefined && varied !== undefined && counted.length > 2) return candidatesFor([varied, first], columns);
  const product = first ?? firstNumber;
  const roles = candidatesFor([product], columns);
  const quantity = columns.find(({ column }) => column === roles.quantity[0]);
  // `10001.01 | 40` may be 40 of a variant. `10001.5 | 40002` is unlikely to be one.
  if (quantity?.mayBeVariants && quantity.column < product.column && !product.areIds) {
    return { ...candidatesFor([quantity], columns), isSwappable: true };
  }
  const areBothQuantities = isSurelyQuantity(product) && quantity !== undefined && isSurelyQuantity(quantity);
  const isSwappable =
    areBothQuantities || (quantity !== undefined && !isSurelyQuantity(product) && !isQuantityBeside(product, quantity));
  return { ...roles, isSwappable, name: isNamed ? firstText.column : undefined };
}

/** Treats zero-padded row numbers as such. Their leading zeros would otherwise make them product IDs. */
function asPositions(profile: ColumnProfile): ColumnProfile {
  return { ...profile, isSequence: true, has: isWhole, share: (...kinds) => Number(isWhole(...kinds)) };
}

function isWhole(...kinds: CellKind[]): boolean {
  return kinds.includes('whole');
}

function candidatesFor(product: readonly ColumnProfile[], columns: readonly ColumnProfile[]) {
  const others = columns.filter((profile) => profile !== product[0]);
  const quantity = quantitiesAmong(others, product[0]?.column);
  return { product: columnsOf(product), quantity, isSwappable: false, mayLackQuantity: false };
}

function productBesideQuantity(columns: readonly ColumnProfile[]): number[] {
  const best =
    columns.find(isSurelyProduct) ??
    columns.find((profile) => isNumeric(profile) && !profile.isSequence && !isSurelyQuantity(profile)) ??
    columns.find((profile) => !isNumeric(profile)) ??
    columns[0];
  return columnsOf(columns.filter((profile) => profile === best));
}

function quantitiesAmong(columns: readonly ColumnProfile[], product = Infinity): number[] {
  const numeric = columns.filter((profile) => isNumeric(profile) && !isSurelyProduct(profile));
  const measured = numeric.filter(({ share }) => share('measure') >= 0.5);
  if (measured.length > 0) return columnsOf(measured);
  // Row numbers come before the product.
  const counted = numeric.filter(({ isSequence, column }) => !isSequence || column > product);
  const chosen = columnsOf(counted.length > 0 ? counted : numeric);
  // A quantity follows its product more often than it precedes it.
  const behind = chosen.filter((column) => column > product);
  const ordered = [...behind, ...chosen.filter((column) => !behind.includes(column))];
  const isUnlikely = (column: number) =>
    columns.some((profile) => profile.column === column && (profile.hasCents || profile.areDays));
  return ordered.toSorted((a, b) => Number(isUnlikely(a)) - Number(isUnlikely(b)));
}

function isNumeric({ share }: ColumnProfile): boolean {
  return share('whole', 'grouped', 'decimal', 'measure') >= 0.5;
}

/** Whether a column contains products. Whole numbers mixed with codes count as codes, unless the codes may be typos. */
function isSurelyProduct({ share, has, startWithCount }: ColumnProfile): boolean {
  if (share('decimal', 'grouped') >= 0.2) return false;
  if (share('measure') >= 0.5 && (startWithCount || share('code') < 0.5)) return false;
  if (share('code') >= 0.5) return true;
  return (has('identifier') || share('code') >= 0.25) && share('code', 'identifier', 'whole', 'odd', 'measure') >= 0.8;
}

function isSurelyQuantity({ has, hasZero }: ColumnProfile): boolean {
  return has('decimal', 'measure') || hasZero;
}

/** Whether the second number must be the quantity: IDs are rarely written with thousands separators. */
function isQuantityBeside(product: ColumnProfile, quantity: ColumnProfile): boolean {
  return isSurelyQuantity(quantity) || (quantity.has('grouped') && !product.has('grouped'));
}

function columnsOf(profiles: readonly { column: number }[]): number[] {
  return profiles.map(({ column }) => column);
}
