import type { RefusalCode } from '#stock/order-list/refusal-code.ts';
import { cellKind, productProblem } from '#stock/order-list/cell-kind.ts';
import { findColumnRoles } from '#stock/order-list/column-roles.ts';
import { layOut } from '#stock/order-list/layout.ts';
import { type ListItem, type ListTable, type RefusedLine } from '#stock/order-list/order-list.ts';
import { physicalText, cellText, plainText } from '#stock/order-list/plain-text.ts';
import { otherKeys, productText } from '#stock/order-list/product-text.ts';
import { readHeaderCell } from '#stock/order-list/header-row.ts';
import { fillProse } from '#stock/order-list/prose-products.ts';
import { readProse } from '#stock/order-list/prose-line.ts';
import { findSeparator, type ListRecord, readRecords } from '#stock/order-list/records.ts';
import { memoize } from '#stock/memoize.ts';

/** Products named in a list. */
export interface ProductKeys {
  /** Distinct product IDs and SKUs as written, in list order. */
  keys: readonly string[];
  /** Number of repeated mentions. */
  repeated: number;
  refused: readonly RefusedLine[];
  /** Distinct entries that are likely quantities or of other columns, in list order: products only if the catalog has them. */
  others: readonly string[];
}

/**
 * Reads the products named in a list and ignores all other words. IDs or SKUs may be one per line, several in a line,
 * in a table column, or in an order with quantities. A number beside a longer ID is likely its quantity, except after a
 * comma and a space. A non-empty line without a product is refused. Never throws.
 */
export function readProductKeys(text: string, source: 'paste' | 'file'): ProductKeys {
  const physical = physicalText(text);
  const columnOf = memoize(productColumn);
  const keys = new Map<string, string>();
  const refused: RefusedLine[] = [];
  const others = new Set<string>();
  let found = 0;
  for (const item of layOut(readRecords(physical, findSeparator(physical, source))).items) {
    for (const read of keysOfItem(item, columnOf, others)) {
      const code = typeof read === 'string' ? productProblem(read) : read.code;
      if (typeof read === 'string' && code === null) {
        found += 1;
        const key = productText(read);
        if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key);
      } else if (code !== null) refused.push(refuse(item, code, typeof read === 'string' ? read : ''));
    }
  }
  return {
    keys: [...keys.values()],
    repeated: found - keys.size,
    refused,
    others: [...others].filter((key) => !keys.has(key.toLowerCase())),
  };
}

type KeyOrRefusal = string | { code: RefusalCode };

/** Adds to `others` what else may be a product. */
function keysOfItem(
  item: ListItem,
  columnOf: (table: ListTable) => number | null,
  others: Set<string>,
): KeyOrRefusal[] {
  const text = cellText(item.record.text);
  const unread = (): KeyOrRefusal[] => {
    const words = keysInWords(text);
    return words.length > 0 ? words : [refusalOf(text, item.kind === 'refused' ? item.code : 'prose')];
  };
  if (item.kind === 'row') return keysOfRow(item, columnOf(item.table), others) ?? unread();
  if (item.kind === 'prose') return keysOfText(text, others) ?? keysOfSentence(item.record);
  if (item.kind === 'refused') return keysOfText(text, others) ?? unread();
  // `Product, 10001, 10002, 10003` reads as a heading.
  for (const key of keysInWords(text)) others.add(key);
  return [];
}

function keysOfRow(
  { cells, table }: Extract<ListItem, { kind: 'row' }>,
  productColumn: number | null,
  others: Set<string>,
): KeyOrRefusal[] | null {
  if (productColumn !== null) {
    const product = cells[productColumn] || null;
    for (const [column, cell] of cells.entries())
      if (table.header === null && column !== productColumn) for (const key of keysInWords(cell)) others.add(key);
    return product === null ? [{ code: 'no-product' }] : (keysOfText(product, others) ?? [product]);
  }
  const read = cells.flatMap((cell) => (isDecimal(cell) ? cell : (keysOfText(cell, others) ?? keysInWords(cell))));
  const keys = withoutQuantity(read, others);
  return keys.length > 0 ? keys : null;
}

/** The products that a sentence likely names. A field of a form that names none is ignored, as all other content. */
function keysOfSentence(record: ListRecord): KeyOrRefusal[] {
  const [{ product } = { product: '' }] = fillProse(readProse([record], null, null), undefined);
  const named = keysInWords(record.text);
  if (product !== '' && !named.includes(product)) return [product, ...named.filter((key) => !product.includes(key))];
  if (named.length > 0) return named;
  const [label = ''] = /^[^:=]+(?=[:=])/.exec(record.text) ?? [];
  return readHeaderCell(label) === null ? [refusalOf(cellText(record.text), 'prose')] : [];
}

/** Returns the words of a text that are likely an ID or SKU, whatever stands between them. */
function keysInWords(text: string): string[] {
  return otherKeys('', 0, plainText(text)).filter((word) => isKey(word) && cellKind(word) !== 'date');
}

/** Text corrupted by a spreadsheet is refused for that reason, regardless of any other. */
function refusalOf(text: string, code: RefusalCode): KeyOrRefusal {
  return productProblem(text) === null ? { code } : text;
}

/** Returns the keys of a text that consists only of keys and signs, or of one key and its name; otherwise null. */
function keysOfText(text: string, others: Set<string>): string[] | null {
  const parts = plainText(text)
    .split(/[\s,;|]+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length > 0 && parts.every(isKey)) return text.includes(',') ? parts : withoutQuantity(parts, others);
  const leading = productText(text);
  if (!isKey(leading)) return null;
  for (const key of keysInWords(text)) others.add(key);
  return [leading];
}

/** Returns the product alone of a pair of words that are likely a product and its quantity: `10529 300`. */
function withoutQuantity(keys: string[], others: Set<string>): string[] {
  const [product = '', number = ''] = keys;
  const isQuantity = isDecimal(number) || (/^\d+$/.test(number) && number.length < product.length);
  if (keys.length !== 2 || !isQuantity) return keys;
  others.add(number);
  return [product];
}

/** Whether a text is a number with decimals, unlike an ID with those of a spreadsheet (`100.0`) and two IDs (`10001,10002`). */
function isDecimal(text: string): boolean {
  return /^\d+(?:\.\d*[1-9]|,\d{1,3})$/.test(text);
}

/** Whether a word can be a product ID or SKU: it contains a digit and isn't a quantity with a unit. */
function isKey(word: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._/+#-]*$/u.test(word) && /\p{N}/u.test(word) && cellKind(word) !== 'measure';
}

/** Returns the column with the products, null if it could be any. */
function productColumn({ header, rows }: ListTable): number | null {
  const { likely } = findColumnRoles(header, rows);
  const [roles, ...others] = likely;
  if (header !== null) return roles.product;
  // If all columns are numeric, any may hold product IDs. A quantity column counts only if the roles are unambiguous.
  return others.length === 0 && rows.length > 1 && roles.quantity !== null ? roles.product : null;
}

function refuse({ record }: ListItem, code: RefusalCode, value: string): RefusedLine {
  return {
    line: record.line,
    text: record.text,
    code,
    ...(value !== '' && { value }),
  };
}
