import { cellKind, productProblem } from '#domain/order-list/cell-kind.ts';
import { findColumnRoles } from '#domain/order-list/column-roles.ts';
import { layOut } from '#domain/order-list/layout.ts';
import { type ListItem, type ListTable, type RefusedLine, type RefusalCode } from '#domain/order-list/order-list.ts';
import { physicalText, cellText, plainText } from '#domain/order-list/plain-text.ts';
import { productText } from '#domain/order-list/product-text.ts';
import { readRecords, findSeparator } from '#domain/order-list/records.ts';
import { remembered } from '#lib/remembered.ts';

/** The products that a list names. */
export interface ProductKeys {
  /** Ids and SKUs as written, each once, in the order of the list. */
  keys: readonly string[];
  /** How often a product stood in it again. */
  repeated: number;
  refused: readonly RefusedLine[];
}

/**
 * Reads which products a list names, whatever else it says of them: ids or SKUs beneath or beside each other, a column
 * of a table, an order with its quantities. A line that holds something and names no product is refused. Never throws.
 */
export function readProductKeys(text: string, source: 'paste' | 'file'): ProductKeys {
  const physical = physicalText(text);
  const columnOf = remembered(productColumn);
  const keys = new Map<string, string>();
  const refused: RefusedLine[] = [];
  let found = 0;
  for (const item of layOut(readRecords(physical, findSeparator(physical, source))).items) {
    for (const read of keysOfItem(item, columnOf)) {
      const code = typeof read === 'string' ? productProblem(read) : read.code;
      if (typeof read === 'string' && code === null) {
        found += 1;
        const key = productText(read);
        if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key);
      } else if (code !== null) refused.push(refuse(item, code, typeof read === 'string' ? read : ''));
    }
  }
  return { keys: [...keys.values()], repeated: found - keys.size, refused };
}

type KeyOrRefusal = string | { code: RefusalCode };

function keysOfItem(item: ListItem, columnOf: (table: ListTable) => number | null): KeyOrRefusal[] {
  const text = cellText(item.record.text);
  if (item.kind === 'row') return keysOfRow(item.cells, columnOf(item.table)) ?? [refusalOf(text, 'prose')];
  if (item.kind === 'phrase') return keysOfText(text) ?? [item.phrase.product];
  if (item.kind === 'field') return item.field.role === 'product' ? [item.field.value] : [];
  if (item.kind === 'refused') {
    return keysOfText(text) ?? [item.code === 'no-quantity' ? text : refusalOf(text, item.code)];
  }
  return [];
}

function keysOfRow(cells: readonly string[], productColumn: number | null): KeyOrRefusal[] | null {
  if (productColumn !== null) return [cells[productColumn] || { code: 'no-product' }];
  const keys = cells.flatMap((cell) => keysOfText(cell) ?? []);
  return keys.length > 0 ? keys : null;
}

/** What a spreadsheet spoilt is refused as that, whatever else it isn't. */
function refusalOf(text: string, code: RefusalCode): KeyOrRefusal {
  return productProblem(text) === null ? { code } : text;
}

/** The keys of a text that is nothing but keys, or a key with its name; null where it holds anything else. */
function keysOfText(text: string): string[] | null {
  const parts = plainText(text)
    .replace(/^[-*•–]\s+/u, '')
    .split(/[\s,;|]+/)
    .filter((part) => part !== '');
  if (parts.length > 0 && parts.every(isKey)) return parts;
  const leading = productText(text);
  return leading !== text && isKey(leading) ? [leading] : null;
}

/** Whether a word may be an id or a SKU: it has a digit and is no quantity with its unit. */
function isKey(word: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._/+#-]*$/u.test(word) && /\p{N}/u.test(word) && cellKind(word) !== 'measure';
}

/** The column of a table that names the products; null where all of them may. */
function productColumn({ header, rows }: ListTable): number | null {
  const { likely } = findColumnRoles(header, rows);
  const [roles, ...others] = likely;
  if (header !== null) return roles.product;
  // Numbers beside numbers may all be ids; only a list that can be read in one way has quantities among them.
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
