import type { Product } from '#stock/contract/gateway-responses.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { foldWords, shapeOf } from './plain-text.ts';
import { withoutName } from './product-text.ts';
import type { ProseLine, ProsePart } from './prose-line.ts';

/** Products by lowercase ID, SKU or text, for texts that were looked up; null if there is none. */
export type KnownProducts = ReadonlyMap<string, Product | null>;

/** What a line of prose orders, as far as the catalog tells. What isn't clear is left empty. */
export interface FilledProse {
  prose: ProseLine;
  /** ID or SKU as written; empty if none or several are named. */
  product: string;
  quantity: number | null;
  unit: string;
  shipBy: CalendarDate | null;
  note: string;
  /** Products of which one may be meant, if several are named, or by the words of a name. */
  choices: readonly Product[];
  /**
   * `order`: names a product. `several`: names several. `unknown`: names a code that the catalog lacks beside a figure.
   * `name`: may name a product by its words, or has a quantity of one. `quoted`: names one, but quotes an earlier message.
   * `text`: orders nothing.
   */
  kind: 'order' | 'several' | 'unknown' | 'name' | 'quoted' | 'text';
}

/** A product named in a line, and the parts that name it. */
interface Named {
  key: string;
  product: Product | null;
  parts: ReadonlySet<ProsePart>;
}

/** Several products named in a line. */
interface Several {
  choices: readonly Product[];
}

const isNumber = (text: string) => /^[1-9]\d{0,9}$/.test(text);
/** A number as long as product IDs usually are. */
const likeId = /^[1-9]\d{4,9}$/;
/** SAP pads IDs with zeros. */
const paddedId = /^0{4,}[1-9]\d*$/;
const likeCode = /^(?=.*\d)(?=.*\p{L})(?=.*(?:-|\d{3}))[\p{L}\d][\p{L}\d._/#-]*$/u;

/** `250m` is a quantity. */
function isLikeCode({ text, unit }: ProsePart): boolean {
  return (unit === '' && likeCode.test(text)) || paddedId.test(text);
}

/** All texts to look up in the catalog before {@link fillProse}. */
export function keysOfProse(lines: readonly ProseLine[]): string[] {
  return lines.flatMap(({ parts }) => parts.filter(mayBeProduct).flatMap(({ keys }) => keys));
}

function mayBeProduct({ text, unit, isFigure, quantity }: ProsePart): boolean {
  // A number with its unit is a quantity, unless it is as long as an ID: `10001 m`.
  return !isFigure || isNumber(text)
    ? unit === '' || likeId.test(text)
    : quantity === null || unit !== '' || text.startsWith('0');
}

/**
 * Words of a line that may be a product's name, beside the only figure of a line without a code, or a quantity and a size,
 * which is one of the words; empty without them. The catalog may suggest products by them.
 */
export function nameOfProse(prose: ProseLine): string {
  const { words } = prose;
  const figures = figuresIn(prose);
  const areAmounts = figures.every(({ quantity, text }) => quantity !== null && !likeId.test(text));
  if (words.length === 0 || !areAmounts) return '';
  if (figures.length === 1) return words.slice(0, maxNameWords).join(' ').toLowerCase();
  if (figures.every(({ unit }) => unit === '')) return '';
  return [...words.slice(0, maxNameWords), ...figures.map(({ text }) => text)].join(' ').toLowerCase();
}

const maxNameWords = 16;

/** Fills in lines of prose with what the catalog has. `suggest`: products of the catalog that a line's words may name. */
export function fillProse(
  lines: readonly ProseLine[],
  known: KnownProducts | undefined,
  suggest: Suggest = () => [],
): FilledProse[] {
  const lengths = idLengths(lines, known);
  const named = lines.map((line) => namedIn(line, known, lengths));
  const isCounted = countsLines(lines, named);
  const filled = lines.map((line, at) => fillLine(line, named[at] ?? null, { isCounted, suggest }));
  takeFields(filled);
  ignoreReferences(filled, known);
  for (const line of filled) if (needsProduct(line)) line.kind = 'name';
  // Quoted orders count only if the reply has no orders of its own.
  const hasOwn = filled.some(({ kind, prose }) => kind === 'order' && !prose.isQuoted);
  for (const line of filled) if (hasOwn && line.kind === 'order' && line.prose.isQuoted) line.kind = 'quoted';
  return filled;
}

/** Whether a line has a quantity with its unit beside words, of which the catalog has none. */
function needsProduct({ kind, quantity, unit, prose }: FilledProse): boolean {
  const isOwn = !prose.isRefusing && !prose.isQuoted;
  return kind === 'text' && quantity !== null && unit !== '' && isOwn && nameOfProse(prose) !== '';
}

type Suggest = (line: ProseLine) => readonly Product[];

/** Numbers of digits of the catalog's IDs, as far as the text's codes and long numbers show them; empty if they don't. */
function idLengths(lines: readonly ProseLine[], known: KnownProducts | undefined): ReadonlySet<number> {
  const lengths = new Set<number>();
  for (const { parts } of lines)
    for (const part of parts) {
      const found = isNumber(part.text) && !likeId.test(part.text) ? null : find(part, known);
      if (found && isInCatalog(found.product)) lengths.add(String(found.product.productId).length);
    }
  return lengths;
}

/** Whether the catalog has data of a product, rather than an ID that any service may know. */
function isInCatalog({ name, sku }: Product): boolean {
  return name !== null || sku !== null;
}

function find({ keys }: ProsePart, known: KnownProducts | undefined): { key: string; product: Product } | null {
  for (const key of keys) {
    const product = known?.get(key.toLowerCase());
    if (product) return { key, product };
  }
  return null;
}

/** The product of a line, or several; null without any. */
function namedIn(
  { parts }: ProseLine,
  known: KnownProducts | undefined,
  lengths: ReadonlySet<number>,
): Named | Several | null {
  const candidates = parts.filter(mayBeProduct);
  const codes = candidates.filter(({ text }) => !isNumber(text));
  const found = productAmong(codes, parts, known);
  if (found !== null) return withOtherIds(found, parts, known);
  const lacksCode = codes.some(
    (part) => isLikeCode(part) && part.keys.every((key) => known?.get(key.toLowerCase()) === null),
  );
  const longest = Math.max(...parts.map(({ text }) => (isNumber(text) ? text.length : 0)));
  const numbers = lacksCode
    ? []
    : candidates.filter(
        ({ text }) =>
          isNumber(text) && (likeId.test(text) || longest < 5) && (lengths.size === 0 || lengths.has(text.length)),
      );
  const bare = numbers.filter(({ unit }) => unit === '');
  for (const some of [bare, numbers]) {
    const isListed = (part: ProsePart) => likeId.test(part.text) || isInCatalog(find(part, known)?.product ?? noData);
    const number = productAmong(some.filter(isListed), parts, known);
    if (number !== null) return number;
  }
  // Without a catalog, a code or a number as long as an ID may be the product.
  const isOpen = ({ keys }: ProsePart) => keys.every((key) => known?.get(key.toLowerCase()) === undefined);
  const open = [codes.filter(isLikeCode), bare.filter(({ text }) => likeId.test(text))];
  const [only, ...others] = open.find((some) => some.length > 0)?.filter(isOpen) ?? [];
  if (others.length > 0) return { choices: [] };
  return only === undefined ? null : { key: only.text, product: null, parts: new Set([only]) };
}

/** What codes name, with the products of numbers as long as an ID: `either CP-1001-SK or 10009`. */
function withOtherIds(
  found: Named | Several,
  parts: readonly ProsePart[],
  known: KnownProducts | undefined,
): Named | Several {
  const ids = parts.filter(({ text, unit }) => likeId.test(text) && unit === '');
  const others = ids.flatMap((part) => find(part, known)?.product ?? []).filter(isInCatalog);
  const all = [...('choices' in found ? found.choices : [found.product]), ...others];
  const choices = new Map(all.flatMap((product) => (product === null ? [] : [[product.productId, product] as const])));
  return choices.size > 1 ? { choices: [...choices.values()] } : found;
}

const noData: Product = { productId: 0, name: null, sku: null, unit: null };

function productAmong(
  candidates: readonly ProsePart[],
  parts: readonly ProsePart[],
  known: KnownProducts | undefined,
): Named | Several | null {
  const found = candidates.flatMap((part) => find(part, known) ?? []);
  const [first] = found;
  if (first === undefined) return null;
  const { productId } = first.product;
  const products = new Map(found.map(({ product }) => [product.productId, product]));
  if (products.size > 1) return { choices: [...products.values()] };
  const isIt = (part: ProsePart) =>
    candidates.includes(part) || !isNumber(part.text)
      ? find(part, known)?.product.productId === productId
      : part.text === String(productId);
  return { ...first, parts: new Set(parts.filter(isIt)) };
}

function isKeyOf({ keys }: ProsePart, { productId, sku }: Product): boolean {
  return keys.some((key) => key === String(productId) || key.toLowerCase() === sku?.toLowerCase());
}

/** Whether the lines that name a product begin with their numbers: 1, 2, 3 or 10, 20, 30. */
function countsLines(lines: readonly ProseLine[], named: readonly (Named | Several | null)[]): boolean {
  const numbers = lines.flatMap(({ parts }, at) => {
    const product = named[at];
    if (product == null || 'choices' in product) return [];
    const [first] = figuresOf(parts, product);
    return first !== undefined && first === parts[0] && /^\d{1,4}$/.test(first.text) ? Number(first.text) : Number.NaN;
  });
  const [start = Number.NaN, second = Number.NaN] = numbers;
  const step = second - start;
  return (
    [1, 10, 100].includes(step) &&
    numbers.every((number, at) => number % step === 0 && (at === 0 ? number <= step : number > (numbers[at - 1] ?? 0)))
  );
}

/** Words with digits that may be the quantity of a product: not a code of another shape. */
function figuresOf(parts: readonly ProsePart[], named: Named): ProsePart[] {
  const shape = shapeOf(named.key);
  return parts.filter(
    (part) => part.isFigure && !named.parts.has(part) && (/^[\d+-]/.test(part.text) || shapeOf(part.text) === shape),
  );
}

function fillLine(
  prose: ProseLine,
  named: Named | Several | null,
  { isCounted, suggest }: { isCounted: boolean; suggest: Suggest },
): FilledProse {
  const { parts, date, isRefusing } = prose;
  const empty = { prose, product: '', quantity: null, unit: '', shipBy: date, note: '', choices: [] };
  if (named !== null && 'choices' in named) {
    const isOther = (part: ProsePart) => named.choices.every((product) => !isKeyOf(part, product));
    const amounts = parts.filter((part) => part.isFigure && isOther(part));
    const shipBy = prose.isDateInside ? null : date;
    return { ...empty, ...quantityAmong(amounts), shipBy, choices: named.choices, kind: 'several' };
  }
  if (named === null) {
    const figures = figuresIn(prose);
    const [code = idBesideAmount(figures), ...codes] = figures.filter(isLikeCode);
    const rest = figures.filter((part) => part !== code);
    if (code !== undefined && codes.length === 0 && rest.length > 0)
      return { ...empty, ...quantityAmong(rest), product: code.text, kind: 'unknown' };
    const name = code === undefined ? nameAmong(figures, suggest(prose)) : null;
    return { ...empty, ...quantityAmong(figures), ...name, kind: name === null ? 'text' : 'name' };
  }
  const figures = figuresOf(parts, named);
  const name = named.product?.name ?? '';
  const ofName = new Set(foldWords(name).split(' '));
  const counted = isCounted && figures.length > 1 ? figures.slice(1) : figures;
  const others = counted.length > 1 ? counted.filter(({ text }) => !ofName.has(text.toLowerCase())) : counted;
  // `10001 M 5`: a size, or the quantity.
  const isOpen = isRefusing || [...named.parts].some(({ unit }) => unit !== '');
  const amount = isOpen ? {} : quantityAmong(others);
  return { ...empty, ...amount, product: named.key, note: noteOf(parts, named), kind: 'order' };
}

/**
 * The products that the words of a line name, and the quantity beside them. A figure that is a size in a product's name
 * (`32L`, `38 mm`) is no quantity.
 */
function nameAmong(
  figures: readonly ProsePart[],
  suggested: readonly Product[],
): Pick<FilledProse, 'choices' | 'quantity' | 'unit'> | null {
  if (figures.length === 0 || figures.length > 2 || suggested.length === 0) return null;
  const sized = suggested.filter((product) => figures.some((figure) => isSizeOf(figure, product)));
  if (figures.length === 2 && sized.length === 0 && figures.some(({ unit }) => unit === '')) return null;
  const isSize = (figure: ProsePart) => sized.some((product) => isSizeOf(figure, product));
  return { choices: sized.length > 0 ? sized : suggested, ...quantityAmong(figures.filter((each) => !isSize(each))) };
}

function isSizeOf({ text, unit }: ProsePart, { name }: Product): boolean {
  const size = joinUnits(text.endsWith(unit) ? text : `${text} ${unit}`);
  return ` ${joinUnits(name ?? '')} `.includes(` ${size} `);
}

/** Folds a text, with units beside their numbers: `38mm`. */
function joinUnits(text: string): string {
  return foldWords(text).replace(/(?<=\d) (?=\p{L})/gu, '');
}

/** A number as long as an ID beside nothing but a quantity with its unit: `10099999 5 m`. */
function idBesideAmount(figures: readonly ProsePart[]): ProsePart | undefined {
  const [id, ...others] = figures.filter(({ text, unit }) => unit === '' && likeId.test(text));
  return figures.length === 2 && others.length === 0 && figures.some(({ unit }) => unit !== '') ? id : undefined;
}

/** The words behind product and quantity, and two or more between them, without the product's name. */
function noteOf(parts: readonly ProsePart[], { key, product }: Named): string {
  const figures = parts.filter(({ isFigure }) => isFigure);
  const said = figures.map(({ behind }, at) => {
    const text = withoutName(behind.replace(key, '').trim(), product?.name ?? '');
    const words = text.match(/\p{L}{3,}|\d+\/\d+/gu) ?? [];
    return words.length > (at < figures.length - 1 ? 1 : 0) ? text : '';
  });
  return said.filter((text) => text !== '').join(' · ');
}

function quantityAmong(figures: readonly ProsePart[]): { quantity: number | null; unit: string } {
  const measured = figures.filter(({ unit }) => unit !== '');
  // Prices follow a quantity with its unit: `40.5 m 12.50`.
  const arePrices = figures.every(({ unit, text }) => unit !== '' || /\d[.,]\d\d$/.test(text));
  const [only, ...others] = measured.length === 1 && arePrices ? measured : figures;
  return only === undefined || others.length > 0
    ? { quantity: null, unit: '' }
    : { quantity: only.quantity, unit: only.unit };
}

/**
 * Beside lines that order something, ignores codes and numbers that nothing shows to be products: those of a signature
 * (`HRB 12345, VAT DE123456789`), unless they have a quantity with its unit, a form that a code of the catalog has, or no
 * words around them; and numbers that no catalog has, without a quantity.
 */
function ignoreReferences(filled: readonly FilledProse[], known: KnownProducts | undefined): void {
  const isKnown = ({ product }: FilledProse) => isInCatalog(known?.get(product.toLowerCase()) ?? noData);
  const orders = filled.filter(({ kind, quantity }) => kind === 'several' || (kind === 'order' && quantity !== null));
  if (orders.length === 0) return;
  const forms = new Set(orders.flatMap((line) => (isKnown(line) ? formOf(line.product) : [])));
  for (const line of filled) {
    const { kind, product, quantity, unit, prose } = line;
    const isReference =
      kind === 'unknown'
        ? unit === '' && !forms.has(formOf(product)) && /\p{L}{3}/u.test(prose.text.replace(product, ''))
        : kind === 'order' && quantity === null && isNumber(product) && !isKnown(line);
    if (isReference) Object.assign(line, { kind: 'text', product: '', quantity: null });
  }
}

function figuresIn({ parts }: ProseLine): ProsePart[] {
  return parts.filter(({ isFigure }) => isFigure);
}

/** Lengths of a code's parts, which a typing error rarely changes: `2-4-2` for `CP-1001-SK`. */
function formOf(code: string): string {
  return code.replace(/[\p{L}\d]+/gu, (part) => String(part.length));
}

/** Words of a line that holds one field of a form. */
const maxWords = 4;

/**
 * Completes a product at the end of a short line by the fields around it, as in a form: the only quantity at the end of a
 * short line, and the only date, behind it or else before it.
 */
function takeFields(filled: readonly FilledProse[]): void {
  for (const [at, line] of filled.entries()) {
    const { prose, kind, quantity } = line;
    const isField =
      (likeId.test(line.product) || !isNumber(line.product)) && isShort(prose) && figuresIn(prose).length < 2;
    if (kind !== 'order' || quantity !== null || !isField || prose.isRefusing) continue;
    const [before, behind] = [fieldsAround(filled, at, -1), fieldsAround(filled, at, 1)];
    const fields = behind.some((field) => field.quantity !== null) ? behind : before;
    const isBoth = fields === behind && before.some((field) => field.quantity !== null);
    const [amount, ...others] = fields.filter((field) => field.prose.parts.some(({ isFigure }) => isFigure));
    if (amount === undefined || others.length > 0 || amount.quantity === null || isBoth) continue;
    if (amount.prose.parts.some(({ text }) => shapeOf(text) === shapeOf(line.product))) continue;
    const dates = new Set(fields.flatMap((field) => field.shipBy ?? []));
    const [date = null] = dates.size === 1 ? dates : [];
    Object.assign(line, { quantity: amount.quantity, unit: amount.unit, shipBy: line.shipBy ?? date });
    for (const field of fields) field.quantity = null;
  }
}

/** Short lines in one direction that name no product, up to the next one that does or a blank line. */
function fieldsAround(filled: readonly FilledProse[], at: number, step: number): FilledProse[] {
  const fields: FilledProse[] = [];
  for (let next = at + step; ; next += step) {
    const field = filled[next];
    const isNext = field !== undefined && field.prose.line === (filled[at]?.prose.line ?? 0) + next - at;
    if (!isNext || field.kind !== 'text' || !isShort(field.prose)) return fields;
    fields.push(field);
  }
}

/** Whether a line has few words, and none behind its figures but their unit. */
function isShort({ text, parts }: ProseLine): boolean {
  const last = parts.at(-1);
  const rest =
    last === undefined ? '' : text.slice(text.lastIndexOf(last.text) + last.text.length).replace(last.unit, '');
  return text.trim().split(/\s+/).length <= maxWords && !/\p{L}/u.test(rest);
}
