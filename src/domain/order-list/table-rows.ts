import { cellKind } from './cell-kind.ts';
import { type ColumnRoles, findColumnRoles, type RoleReadings } from './column-roles.ts';
import type { Draft, ListItem, ListTable, DraftOrder } from './order-list.ts';
import { type HeaderRow, readHeaderWords } from './header-row.ts';
import { type ListRecord, hasCutNumber, hasShiftedQuantity, usualWidth } from './records.ts';
import { foldWords, plainText } from './plain-text.ts';
import { isCurrency, unitName } from './unit-word.ts';
import { formOrders } from './form-orders.ts';
import type { ListLayout } from './layout.ts';
import type { MailPhrase } from './mail-line.ts';

/** How the rows of a table are to be read. */
interface TableReading {
  roles: RoleReadings;
  header: HeaderRow | null;
  /** A first row without any figure above rows that have some: a header with words that hardly anybody uses. */
  oddHeader: readonly string[] | null;
  /** How many cells its rows have. */
  width: number;
  /** The header may lack its first cell or its last one. */
  isShifted?: boolean;
}

function readTable({ header, rows }: ListTable): TableReading {
  const [first, ...rest] = rows;
  if (header !== null && countsBeside(header, rows)) {
    // No product is number 0, so that a count from 0 is one of rows.
    if (first?.[0] === '0') return readTable({ header: [null, ...header], rows });
    return { roles: findColumnRoles(header, rows), header, oddHeader: null, width: header.length, isShifted: true };
  }
  if (header !== null || first === undefined || rest.length === 0 || !isOddHeader(first)) {
    const width = header === null ? 0 : usualWidth(header, rows);
    return { roles: findColumnRoles(header, rows), header, oddHeader: null, width };
  }
  const words = readHeaderWords(first);
  const known = words.some((cell) => cell?.role === 'product' || cell?.role === 'quantity') ? words : null;
  return { roles: findColumnRoles(words, rest), header: known, oddHeader: first, width: usualWidth(first, rest) };
}

/** Whether every row has a cell more than the header names, and the first of them count the rows. */
function countsBeside(header: HeaderRow, rows: ListTable['rows']): boolean {
  const role = header[0]?.role;
  const start = Number(rows[0]?.[0] || Number.NaN);
  if (role === undefined || role === 'position' || rows.length < 2 || (start !== 0 && start !== 1)) return false;
  // `No.` above the count is its header, unless it is all that can name the product.
  if (role === 'number' && header.some((cell) => cell?.role === 'product' || cell?.role === 'name')) return false;
  return rows.every((cells, at) => cells.length === header.length + 1 && cells[0] === String(start + at));
}

function isOddHeader(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell !== '').length > 1 && !cells.some((cell) => /\p{N}/u.test(cell));
}

/** The order in a row, its columns understood in one of the ways that the table allows. */
function draftRow({ record, cells }: ListItem & { kind: 'row' }, table: TableReading, reading: number): Draft {
  if (table.oddHeader === cells) return { kind: 'skipped', record, code: 'header' };
  const { header } = table;
  const roles = table.roles[reading] ?? table.roles[0];
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  if (header === null && !/\p{N}/u.test(record.text) && /\p{L}/u.test(text(roles.quantity))) {
    return { kind: 'refused', record, code: 'prose' };
  }
  if (table.isShifted || hasTooManyCells(record, cells, table, roles.quantity)) {
    return { kind: 'refused', record, code: 'too-many-cells' };
  }
  if (roles.quantity === null && text(roles.product) !== '') return withoutQuantity(record, cells, header);
  return {
    kind: 'order',
    record,
    product: text(roles.product),
    quantity: text(roles.quantity),
    unit: text(roles.unit) || (roles.columnUnit ?? ''),
    neededBy: text(roles.neededBy),
    isInDateColumn: true,
    dateStyle: roles.dateStyle ?? null,
    isHeadedQuantity: isHeadedQuantity(header, roles),
  };
}

function hasTooManyCells(
  record: ListRecord,
  cells: readonly string[],
  { header, width }: TableReading,
  quantity: number | null,
): boolean {
  if (header === null || cells.length <= header.length) return false;
  return (
    hasCutNumber(record, cells, header.length) ||
    (quantity !== null && hasShiftedQuantity(record, cells, width, quantity))
  );
}

function withoutQuantity(record: ListRecord, cells: readonly string[], header: HeaderRow | null): Draft {
  const price = cells.find((cell) => cellKind(cell) === 'price');
  if (price !== undefined) return { kind: 'refused', record, code: 'price', value: price };
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  return { kind: 'refused', record, code: isAlone || header !== null ? 'no-quantity' : 'not-understood' };
}

function isHeadedQuantity(header: HeaderRow | null, { quantity }: ColumnRoles): boolean {
  return quantity !== null && header?.[quantity]?.role === 'quantity';
}

const totals = new Set(
  (
    'total totals totale totaal totalen totaux totales subtotal subtotals subtotaal soustotal eindtotaal grandtotal ' +
    'sum summe zwischensumme gesamtsumme endsumme teilsumme gesamt insgesamt gesamtmenge gesamtbetrag gesamtanzahl ' +
    'gesamtstuckzahl ergebnis teilergebnis zwischenergebnis gesamtergebnis endergebnis ' +
    'somme suma sumas som'
  ).split(' '),
);

const besideTotals = new Set(
  (
    'grand general generale generaal sub sous qty quantity quantities quantite menge anzahl aantal hoeveelheid cantidad ' +
    'amount net gross netto brutto ht ttc incl excl inkl exkl vat mwst tva btw iva order orders bestellung commande ' +
    'bestelling pedido lines line items positions positionen posten zeilen lignes articles artikel regels lineas ' +
    'articulos number count nombre ordered pieces of the de la du des der von van del in to value wert price preis prix importe montant betrag'
  ).split(' '),
);

/** No product has these for its first or last word, whatever the other words are: `Zwischensumme Baumwolle`. */
const onlyTotals =
  /^(?:sub ?totals?|sous total|grand total|total general|zwischensumme|teilsumme|(?:teil|zwischen|gesamt|end)?ergebnis|gesamtsumme|endsumme|subtotaal|eindtotaal)\b|\b(?:sub ?total|grand total|zwischensumme|(?:teil|zwischen|gesamt|end)?ergebnis|gesamtsumme)$/;
/** `CP-1001-SK Total`, as pivot tables end a group. */
const totalOfCode = /^\S*\d\S*\s+(?:total|totals|sum|summe|gesamt|totaal|totale|somme|suma)$/i;

/** What carries a sum from one page to the next. */
const carried =
  /^(?:ubertrag|vortrag|(?:carried|brought|balance) forward|a reporter|report (?:de la page|page)|transporteren|transport vorige|suma y sigue|suma anterior|a riportare|riporto)\b/;

/** `2 items`, `12 Positionen`. */
const count =
  /^\d+ (?:items?|lines?|rows?|records?|articles?|positions?|positionen|posten|artikel|zeilen|lignes?|regels?|artikelen|articulos?|lineas?|articoli|righe)$/;

/** Whether nothing in the text is a letter or a digit, as in `-----`, `|---|:--:|`, `* * *`. */
export function isRuler(text: string): boolean {
  return !/[0-9a-z]/i.test(text) && !/[\p{L}\p{N}]/u.test(text);
}

const pageMark =
  /^[-–—\s]*(?:(?:seite|blatt|page|pages|pagina|página|pág|pag|pg|blz|bladzijde|hoja|foglio)\.?\s*:?\s*\d{1,4}(?:\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4})?|\d{1,4}\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4}\s+(?:pages?|seiten?|paginas?|páginas?))[-–—.\s]*$/iu;

/** Whether the text is what stands at the foot of a page: `Seite 1 von 3`, `- Page 2/3 -`. */
export function isPageMark(text: string): boolean {
  return text.length < 40 && pageMark.test(text);
}

/**
 * Whether the text is the label of a total in one of five languages, alone, with figures or with words that go with
 * totals: `Summe`, `Total: 500 m`, `Sous-total HT`. `Total Blackout 300` and `TOTAL-5` are names of products.
 */
export function isTotal(text: string): boolean {
  if (isCarriedOrCounted(text)) return true;
  if (text.length > 80 || !/t[o]ta|su[mb]|som|gesamt|ergebnis/i.test(text)) return false;
  if (isTotalLabel(text)) return true;
  const words = plainText(text)
    .replace(/\b(sous|sub|grand)[- ](?=tot)/gi, '$1')
    .split(/[\s:=|]+/)
    .map((word) => word.replace(/^[*_(["]+|[*_)\]".,;!]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}€$£]/u.test(word));
  const first = words.findIndex((word) => totals.has(foldWords(word)));
  return first >= 0 && first <= 1 && words.every((word) => goesWithTotal(word));
}

/** Whether the text says by itself that a figure beside it is a total, of whatever group. */
export function isTotalLabel(text: string): boolean {
  if (text.length > 80 || !/tota|sum|gesamt|ergebnis/i.test(text)) return false;
  return onlyTotals.test(foldWords(text.replace(/[\s:=]+[-+\d.,' ]*$/, ''))) || totalOfCode.test(text);
}

function isCarriedOrCounted(text: string): boolean {
  if (text.length > 40 || !/ertrag|vortrag|forward|report|transport|suma|ripor|^\(?\d+ \p{L}/iu.test(text))
    return false;
  const folded = foldWords(text);
  return carried.test(folded) || count.test(folded);
}

function goesWithTotal(word: string): boolean {
  const folded = foldWords(word);
  if (totals.has(folded) || besideTotals.has(folded)) return true;
  return /^[-+€$£]?[\d.,']+[€$£%]?$/.test(word) || isCurrency(word) || unitName(word) !== null;
}

/** The orders of a list, once for each way in which its columns can be understood; the likeliest first. */
export function draftOrders(layout: ListLayout): [Draft[], ...Draft[][]] {
  const tables = new Map(layout.tables.map((table) => [table, readTable(table)]));
  const phrases = layout.items.flatMap((item) => (item.kind === 'phrase' ? [item.phrase] : []));
  const order = pairOrder(phrases, layout.pairOrder);
  const count = Math.max(order === null ? 2 : 1, ...Array.from(tables.values(), ({ roles }) => roles.length));
  const [first, ...others] = Array.from({ length: count }, (_, reading) =>
    draftReading(layout.items, reading, tables, order),
  );
  return [first ?? [], ...others];
}

type PairOrder = 'product-first' | 'quantity-first';

/**
 * Which of two bare numbers is the product, as the other phrases with the same sign tell, or a header in words; null
 * where nothing does.
 */
function pairOrder(phrases: readonly MailPhrase[], headed: PairOrder | null): PairOrder | null {
  const open = phrases.filter(({ order }) => order === 'open');
  if (open.length === 0) return 'product-first';
  const signs = new Set(open.map(({ sign }) => sign));
  const orders = new Set(phrases.filter(({ sign }) => signs.has(sign)).map(({ order }) => order));
  if (headed !== null || orders.has('quantity-first') === orders.has('product-first')) return headed;
  return orders.has('quantity-first') ? 'quantity-first' : 'product-first';
}

function draftReading(
  items: readonly ListItem[],
  reading: number,
  tables: ReadonlyMap<ListTable, TableReading>,
  order: PairOrder | null,
): Draft[] {
  const pairsAre = order ?? (reading === 0 ? 'product-first' : 'quantity-first');
  const drafts = items.map((item): Draft | null => {
    if (item.kind === 'phrase') return phraseDraft(item.record, item.phrase, pairsAre);
    if (item.kind !== 'row') return item.kind === 'field' ? null : item;
    const table = tables.get(item.table);
    return table === undefined ? null : draftRow(item, table, reading);
  });
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item] : []));
  const others = drafts.filter((draft) => draft !== null);
  if (fields.length === 0) return others;
  return [...others, ...formOrders(fields)].toSorted((a, b) => a.record.line - b.record.line);
}

function phraseDraft(record: ListRecord, phrase: MailPhrase, pairsAre: PairOrder): DraftOrder {
  const isSwapped = pairsAre === 'quantity-first' && phrase.order === 'open';
  const { product, quantity, date = '' } = phrase;
  return {
    kind: 'order',
    record,
    product: isSwapped ? quantity : product,
    quantity: isSwapped ? product : quantity,
    unit: '',
    neededBy: date,
    isInDateColumn: false,
    dateStyle: null,
    isHeadedQuantity: false,
  };
}
