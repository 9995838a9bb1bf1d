import { cellKind, saysCanceled } from './cell-kind.ts';
import { type ColumnRoles, findColumnRoles, type RoleReadings } from './column-roles.ts';
import type { Draft, ListItem, ListTable, DraftOrder } from './order-list.ts';
import { type HeaderRow, partColumn, readHeaderWords } from './header-row.ts';
import { type ListRecord, hasCutNumber, hasShiftedQuantity, usualWidth } from './records.ts';
import { foldWords, groupsOf, plainText } from './plain-text.ts';
import { isCurrency, unitName } from './unit-word.ts';
import { productText } from './product-text.ts';
import { formOrders } from './form-orders.ts';
import type { ListLayout } from './layout.ts';
import type { MailPhrase } from './mail-line.ts';
import totalWords from './total-words.json' with { type: 'json' };

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
  /** The column that says which rows are canceled. */
  canceled?: { column: number; heading: string } | undefined;
  /** The column from which the header begins anew, where tables stand side by side. */
  repeatedFrom?: number | undefined;
}

function readTable({ header, rows }: ListTable): TableReading {
  const [first = [], ...rest] = rows;
  if (header !== null && countsBeside(header, rows)) {
    // No product is number 0, so that a count from 0 is one of rows.
    if (first[0] === '0') return readTable({ header: [null, ...header], rows });
    return { roles: findColumnRoles(header, rows), header, oddHeader: null, width: header.length, isShifted: true };
  }
  if (header !== null || rest.length === 0 || !isOddHeader(first)) {
    const width = header === null ? 0 : usualWidth(header, rows);
    const repeatedFrom = header === null ? undefined : repetitionIn(header);
    return { roles: findColumnRoles(header, rows), header, oddHeader: null, width, repeatedFrom };
  }
  const words = readHeaderWords(first);
  const known = words.some((cell) => cell?.role === 'product' || cell?.role === 'quantity') ? words : null;
  return { roles: findColumnRoles(words, rest), header: known, oddHeader: first, width: usualWidth(first, rest) };
}

function repetitionIn(header: HeaderRow): number | undefined {
  const known = header.flatMap((cell, column) => (cell === null ? [] : [column]));
  const labels = known.map((column) => JSON.stringify(header[column])).join('\t');
  // A count of the rows may stand in front.
  const [count = '', once = ''] = groupsOf(labels, /^([^\t]+\t)??(.+?)(?:\t\2)+$/);
  return once.includes('\t') ? known[(count + once).split('\t').length] : undefined;
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
function draftRow(item: ListItem & { kind: 'row' }, table: TableReading, roles: ColumnRoles): Draft {
  const { record, cells } = item;
  if (table.oddHeader === cells) return { kind: 'skipped', record, code: 'header' };
  const { header } = table;
  const text = (column: number | null) => cells[column ?? -1] ?? '';
  const isFlagged = table.canceled !== undefined && !isNo.test(text(table.canceled.column));
  const canceled = cells.find(saysCanceled) ?? (isFlagged ? table.canceled?.heading : undefined);
  const note = joinNotes(roles.notes.map(text));
  if (canceled !== undefined) {
    return {
      kind: 'refused',
      record,
      code: 'canceled',
      value: canceled,
      product: productText(text(roles.product)),
      note,
    };
  }
  if (header === null && !/\p{N}/u.test(record.text) && /\p{L}/u.test(text(roles.quantity))) {
    return { kind: 'refused', record, code: 'prose' };
  }
  if (table.isShifted || hasTooManyCells(record, cells, table, roles.quantity)) {
    return { kind: 'refused', record, code: 'too-many-cells' };
  }
  if (cells.slice(table.repeatedFrom ?? cells.length).some((cell) => cell !== '')) {
    return { kind: 'refused', record, code: 'several-orders' };
  }
  if (roles.quantity === null) {
    if (header?.includes(partColumn)) return { kind: 'refused', record, code: 'several-orders' };
    const product = header === null ? '' : productText(text(roles.product));
    return { ...withoutQuantity(record, cells, header), product, note };
  }
  return {
    kind: 'order',
    record,
    product: text(roles.product) || (roles.otherProducts.map(text).find((other) => other !== '') ?? ''),
    quantity: text(roles.quantity),
    unit: text(roles.unit) || (roles.columnUnit ?? ''),
    neededBy: text(roles.neededBy),
    note,
    beside: header === null ? record.text : cells.filter((_, column) => mayNameProduct(header[column])).join(' '),
    dateStyle: roles.dateStyle ?? null,
    // A header that lacks its first cell is as long as the row without it.
    heading: (table.oddHeader ?? item.table.headings)?.at(roles.quantity - (header?.length ?? cells.length)),
    isHeadedQuantity: isHeadedQuantity(header, roles),
  };
}

/** A remark may ask for another product; the number of an order is none. */
function mayNameProduct(cell: HeaderRow[number] | undefined): boolean {
  if (cell == null) return true;
  const isOpen = ['product', 'name', 'number', 'note'].includes(cell.role);
  return isOpen && !cell.isReference;
}

function hasTooManyCells(
  record: ListRecord,
  cells: readonly string[],
  { header, width }: TableReading,
  quantity: number | null,
): boolean {
  if (header === null) return false;
  if (hasCutNumber(record, cells, header.length)) return true;
  return quantity !== null && hasShiftedQuantity(record, cells, width, quantity);
}

function withoutQuantity(record: ListRecord, cells: readonly string[], header: HeaderRow | null) {
  const price = cells.find((cell) => cellKind(cell) === 'price');
  if (price !== undefined) return { kind: 'refused', record, code: 'price', value: price } as const;
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  return { kind: 'refused', record, code: isAlone || header !== null ? 'no-quantity' : 'not-understood' } as const;
}

/** `Canceled`, `isDeleted`, `Lösch-Kz.` */
function isCanceledHeading(heading: string): boolean {
  return saysCanceled(heading.replace(/^is[ _]?/i, '').replace(/[ _-]?(?:flag|kz\.?|kennzeichen)$/i, ''));
}

const isNo = /^(?:[0.,\s–-]*|n|n\/a|no|nein|non|nee|false|falsch|faux)$/i;

/** What several places say about one line. */
export function joinNotes(notes: readonly string[]): string {
  const said = notes.filter((note) => note !== '');
  return said.length === 0 ? '' : [...new Set(said.map((note) => note.replace(/\s*\n\s*/g, ' ')))].join(' · ');
}

function isHeadedQuantity(header: HeaderRow | null, { quantity }: ColumnRoles): boolean {
  return header?.[quantity ?? -1]?.role === 'quantity';
}

const totals = new Set(totalWords.totals.split(' '));
/** Words that go with them. */
const besideTotals = new Set(totalWords.beside.split(' '));

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
  return pageMark.test(text);
}

/**
 * Whether the text is the label of a total in one of five languages, alone, with figures or with words that go with
 * totals: `Summe`, `Total: 500 m`, `Sous-total HT`. `Total Blackout 300` and `TOTAL-5` are names of products.
 */
export function isTotal(text: string): boolean {
  if (isCarriedOrCounted(text)) return true;
  if (!mayBeTotal(text)) return false;
  if (isTotalLabel(text)) return true;
  const words = plainText(text)
    .replace(/[*_()[\]";!]/g, '')
    .split(/[\s:=|]/)
    .filter((word) => /[\p{L}\p{N}€$£]/u.test(word));
  return words.slice(0, 2).some((word) => totals.has(foldWords(word))) && words.every((word) => goesWithTotal(word));
}

/** Whether the text says by itself that a figure beside it is a total, of whatever group. */
export function isTotalLabel(text: string): boolean {
  if (!mayBeTotal(text)) return false;
  return onlyTotals.test(foldWords(text).replace(/[\d ]+$/, '')) || totalOfCode.test(text);
}

/** Spares most cells a closer look. */
const inTotals = /tota|su[mb]|som|gesamt|ergebnis|razem|og[oó][lł]em|toplam|計/i;

function mayBeTotal(text: string): boolean {
  return text.length <= 80 && inTotals.test(text);
}

const inCarried = /ertrag|vortrag|forward|report|transport|suma|ripor|^\(?\d+ \p{L}/iu;

function isCarriedOrCounted(text: string): boolean {
  if (text.length > 40 || !inCarried.test(text)) return false;
  const folded = foldWords(text);
  return carried.test(folded) || count.test(folded);
}

function goesWithTotal(word: string): boolean {
  const folded = foldWords(word);
  if (totals.has(folded) || besideTotals.has(folded)) return true;
  return /^[-+€$£]?[\d.,']+[€$£%]?$/.test(word) || isCurrency(word) || unitName(word) !== null;
}

/** The orders of a list, once for each way in which its columns can be understood. */
interface DraftedReadings {
  /** The likeliest first. */
  likely: [Draft[], ...Draft[][]];
  /** Those that only a catalogue can tell. */
  elsewhere: Draft[][];
}

export function draftOrders({ items, tables, areQuantitiesFirst }: ListLayout): DraftedReadings {
  const readings = new Map(
    tables.map((table) => {
      const reading = readTable(table);
      const headings = reading.oddHeader ?? table.headings ?? [];
      const column = headings.findIndex(isCanceledHeading);
      const heading = headings[column];
      return [table, { ...reading, canceled: heading === undefined ? undefined : { column, heading } }];
    }),
  );
  const phrases = items.filter((item) => item.kind === 'phrase').map(({ phrase }) => phrase);
  const isSwapped = arePairsSwapped(phrases, areQuantitiesFirst);
  const most = (of: keyof RoleReadings) =>
    Math.max(0, ...Array.from(readings.values(), ({ roles }) => roles[of].length));
  const draft = (of: keyof RoleReadings, at: number, areSwapped: boolean) =>
    draftReading(items, areSwapped, (item) => {
      const table = readings.get(item.table);
      return table === undefined ? null : draftRow(item, table, table.roles[of][at] ?? table.roles.likely[0]);
    });
  const others = Math.max(isSwapped === null ? 1 : 0, most('likely') - 1);
  const elsewhere = Array.from({ length: most('elsewhere') }, (_, at) => draft('elsewhere', at, false));
  // `250 x 10006` is taken like the phrases around it, which the catalogue may know better.
  if (isSwapped !== null && phrases.some(({ order }) => order === 'open')) {
    elsewhere.push(draft('likely', 0, !isSwapped));
  }
  return {
    likely: [
      draft('likely', 0, isSwapped ?? false),
      ...Array.from({ length: others }, (_, at) => draft('likely', at + 1, isSwapped ?? true)),
    ],
    elsewhere,
  };
}

/**
 * Whether the quantity stands before the product in pairs of bare numbers, as the other phrases with the same sign tell,
 * or a header in words; null where nothing does.
 */
function arePairsSwapped(phrases: readonly MailPhrase[], headed: boolean | null): boolean | null {
  const open = phrases.filter(({ order }) => order === 'open');
  if (open.length === 0) return false;
  const signs = new Set(open.map(({ sign }) => sign));
  const orders = new Set(phrases.filter(({ sign }) => signs.has(sign)).map(({ order }) => order));
  const isSwapped = orders.has('quantity-first');
  return headed !== null || isSwapped === orders.has('product-first') ? headed : isSwapped;
}

function draftReading(
  items: readonly ListItem[],
  areSwapped: boolean,
  draftOf: (row: ListItem & { kind: 'row' }) => Draft | null,
): Draft[] {
  const drafts = items.map((item): Draft | null => {
    if (item.kind === 'phrase') return phraseDraft(item.record, item.phrase, areSwapped);
    if (item.kind === 'row') return draftOf(item);
    return item.kind === 'field' ? null : item;
  });
  const fields = items.filter((item) => item.kind === 'field');
  const others = drafts.filter((draft) => draft !== null);
  return [...others, ...formOrders(fields)].toSorted((a, b) => a.record.line - b.record.line);
}

function phraseDraft(record: ListRecord, phrase: MailPhrase, areSwapped: boolean): DraftOrder {
  const isSwapped = areSwapped && phrase.order === 'open';
  const { product, quantity, words, date = '' } = phrase;
  return {
    kind: 'order',
    record,
    product: isSwapped ? quantity : product,
    quantity: isSwapped ? product : quantity,
    unit: '',
    neededBy: date,
    note: '',
    words,
    beside: record.text,
    dateStyle: null,
    isHeadedQuantity: false,
  };
}
