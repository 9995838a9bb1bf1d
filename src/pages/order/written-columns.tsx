import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';

import type { GridColumn } from '#features/grid/grid-column.ts';
import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import { formatQuantity } from '#lib/locale-number.ts';

import { columnWidth, longDate } from './column-width.ts';
import { lineNotes } from './line-notes.ts';
import type { LineProblem, LineView } from './line-view.ts';
import type { SearchProducts } from './order-columns.ts';
import styles from './order-columns.module.css';
import { type OrderWords, problemWords } from './order-words.ts';
import { readDateText } from './read-date-text.ts';
import { readQuantityCell } from './read-quantity-cell.ts';

type Column = GridColumn<DraftLine, LineView>;
type Entry = RowEntry<DraftLine, LineView>;

export function productColumn(words: OrderWords, search: SearchProducts): Column {
  const { i18n, locale } = words;
  return {
    id: 'product',
    header: t(i18n)`Product`,
    width: 116,
    isCode: true,
    text: ({ row }) => row.product,
    content: ({ row }) => <bdi>{row.product}</bdi>,
    read: (text) => ({ cells: cellsOfEntry(text, locale) }),
    problem: (entry) => problemOf(entry, ['no-product', 'not-found'], words),
    suggest: async (text) => {
      const { product, quantity } = readProductEntry(text, locale);
      const found = product.trim() === '' ? [] : await search(product);
      return found.map((match) => ({
        id: match.productId,
        cells: { product: String(match.productId), ...(quantity !== null && quantityCells(quantity, locale)) },
        content: (
          <>
            <bdi>{match.name ?? match.productId}</bdi>
            <Text size="xs" c="dimmed">
              {[match.productId, match.sku, match.unit].filter((code) => code !== null).join(' · ')}
            </Text>
          </>
        ),
      }));
    },
  };
}

export function quantityColumn(words: OrderWords): Column {
  const { i18n, locale } = words;
  return {
    id: 'quantity',
    header: t(i18n)`Quantity`,
    width: 104,
    align: 'end',
    inputMode: 'decimal',
    text: ({ row }) => row.quantityText,
    sortValue: ({ row }) => row.quantity,
    read: (text) => ({ cells: readQuantityCell(text, locale) }),
    problem: (entry) => problemOf(entry, ['no-quantity', 'other-unit'], words),
  };
}

export function neededByColumn(words: OrderWords): Column {
  const { i18n, locale, formatDate } = words;
  return {
    id: 'neededBy',
    header: t(i18n)`Needed by`,
    width: columnWidth(formatDate(longDate, 'medium')),
    text: ({ row }) => row.neededBy ?? '',
    content: ({ row }) => row.neededBy && <time dateTime={row.neededBy}>{formatDate(row.neededBy, 'medium')}</time>,
    read: (text) => {
      const neededBy = readDateText(text, locale);
      if (neededBy === null && text.trim() !== '') {
        return { problem: t(i18n)`Needed by must be a day such as 2027-03-17.` };
      }
      return { cells: { neededBy } };
    },
    problem: (entry) => problemOf(entry, ['past-date'], words),
  };
}

/** The person's own note, which alone is copied and edited; after it what there is to say about the line. */
export function noteColumn(words: OrderWords): Column {
  const notesOf = ({ row, derived }: Entry) => (derived ? lineNotes(row, derived, words) : []);
  return {
    id: 'note',
    header: t(words.i18n)`Note`,
    width: 120,
    grow: 2,
    text: ({ row }) => row.note,
    content: (entry) => {
      const notes = notesOf(entry).join(' · ');
      return (
        <span className={styles.notes}>
          <bdi className={styles.own}>{entry.row.note}</bdi>
          {entry.row.note !== '' && notes !== '' && ' · '}
          {notes}
        </span>
      );
    },
    read: (text) => ({ cells: { note: text.trim() } }),
  };
}

function cellsOfEntry(text: string, locale: string): Partial<DraftLine> {
  const { product, quantity } = readProductEntry(text, locale);
  return { product: product.trim(), ...(quantity !== null && quantityCells(quantity, locale)) };
}

function quantityCells(quantity: number, locale: string): Partial<DraftLine> {
  return { quantity, quantityText: formatQuantity(quantity, locale), writtenUnit: '' };
}

function problemOf({ row, derived }: Entry, ours: readonly LineProblem[], words: OrderWords): string | null {
  const problem = derived?.problem ?? null;
  return problem !== null && ours.includes(problem) && derived
    ? problemWords(problem, row, derived.product, words)
    : null;
}
