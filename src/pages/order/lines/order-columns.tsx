import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import {
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CloudOff,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  ShieldAlert,
  Truck,
} from 'lucide-react';

import type { Product } from '#contract/gateway.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import { dateOf, dateStyleOfLocale, readDateCell as readCell } from '#domain/order-list/date-cell.ts';
import { unitName } from '#domain/order-list/unit-word.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';
import { type LineStatus, statusOf } from '#domain/order/line-state.ts';
import { readProductEntry } from '#domain/product-entry.ts';
import type { CellTone, GridColumn, RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { type CalendarDate, daysBetween, later } from '#lib/calendar-date.ts';
import { formatQuantity, readQuantity } from '#lib/locale-number.ts';
import { type OrderWords, problemWords, statusWords } from '#pages/order/order-words.ts';

import { lineNotes, type LineProblem, type LineView } from './line-view.ts';
import styles from './order-columns.module.css';

type Column = GridColumn<DraftLine, LineView>;
type Entry = RowEntry<DraftLine, LineView>;

/** The best matches for what is typed for a product. */
export type SearchProducts = (text: string) => Promise<readonly Product[]>;

/** The columns of an order: what the person writes, what an earlier check said, and what is known about it now. */
export function orderColumns(
  words: OrderWords,
  search: SearchProducts,
  isNarrow: boolean,
  before: CheckRecord | null,
): Column[] {
  const columns = [
    productColumn(words, search),
    nameColumn(words),
    quantityColumn(words),
    unitColumn(words),
    neededByColumn(words),
    answerColumn(words),
    statusColumn(words),
    daysColumn(words),
    noteColumn(words),
    ...(before ? [beforeColumn(words, before)] : []),
  ];
  return isNarrow ? columns.map((column) => ({ ...column, width: narrow[column.id] ?? column.width })) : columns;
}

/** Widths on a small screen, so that what was ordered stands beside its product. */
const narrow: Record<string, number> = { product: 92, name: 112, quantity: 96, unit: 56 };

function productColumn(words: OrderWords, search: SearchProducts): Column {
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

function quantityColumn(words: OrderWords): Column {
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

function neededByColumn(words: OrderWords): Column {
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
function noteColumn(words: OrderWords): Column {
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

function nameColumn({ i18n }: OrderWords): Column {
  return {
    id: 'name',
    header: t(i18n)`Name`,
    width: 176,
    grow: 3,
    text: ({ derived }) => derived?.product?.name ?? '',
    content: ({ row, derived }) =>
      (derived?.isSought ?? row.product !== '') ? (
        <span className={styles.sought}>{t(i18n)`Looking up`}</span>
      ) : (
        <bdi>{derived?.product?.name}</bdi>
      ),
  };
}

function unitColumn({ i18n }: OrderWords): Column {
  return {
    id: 'unit',
    header: t(i18n)`Unit`,
    width: Math.max(72, columnWidth(t(i18n)`Unit`)),
    text: ({ derived }) => derived?.product?.unit ?? '',
    content: ({ row, derived }) =>
      derived?.problem === 'other-unit' ? (
        <span className={styles.unit}>
          {derived.product?.unit}
          <s className={styles.written}>{row.writtenUnit}</s>
        </span>
      ) : (
        derived?.product?.unit
      ),
  };
}

function answerColumn({ i18n, today, formatDate }: OrderWords): Column {
  return {
    id: 'answer',
    header: t(i18n)`Answer`,
    // A theoretical date has some air around it.
    width: columnWidth(formatDate(longDate, 'medium')) + 12,
    text: (entry) => answerOf(entry)?.date ?? '',
    content: (entry) => {
      const answer = answerOf(entry);
      if (answer === null) return null;
      const isTheory = answer.kind === 'max-lead-time';
      return (
        <time dateTime={answer.date} className={isTheory ? styles.theory : undefined}>
          {answer.date <= today && !isTheory ? t(i18n)`today` : formatDate(answer.date, 'medium')}
        </time>
      );
    },
  };
}

/** What the check before said of the same question, beside what is said now. */
function beforeColumn({ i18n, formatDate }: OrderWords, { checkedAt, lines }: CheckRecord): Column {
  const outcomeOf = ({ row }: Entry) => {
    const before = lines.get(row.key);
    return before?.productId === row.productId && before?.quantity === row.quantity ? (before?.outcome ?? null) : null;
  };
  const asOf = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'short' }).format(checkedAt);
  return {
    id: 'before',
    header: t(i18n)`Before, ${asOf}`,
    width: 148,
    text: (entry) => {
      const outcome = outcomeOf(entry);
      if (outcome === null) return '';
      return 'date' in outcome ? outcome.date : statusWords(outcome.kind, i18n);
    },
    content: (entry) => {
      const outcome = outcomeOf(entry);
      if (outcome === null) return null;
      if (!('date' in outcome)) return <span className={styles.before}>{statusWords(outcome.kind, i18n)}</span>;
      const isTheory = outcome.kind === 'max-lead-time';
      return (
        <time dateTime={outcome.date} className={isTheory ? styles.theory : styles.before}>
          {formatDate(outcome.date, 'medium')}
        </time>
      );
    },
  };
}

const tones: Partial<Record<LineStatus, CellTone>> = {
  'in-stock': 'good',
  expected: 'info',
  'max-lead-time': 'warning',
  'unknown-product': 'bad',
  'not-available': 'bad',
  'not-answered': 'bad',
  'not-trusted': 'bad',
};

function statusColumn({ i18n }: OrderWords): Column {
  return {
    id: 'status',
    header: t(i18n)`Status`,
    // With its icon.
    width: columnWidth(statusWords('unknown-product', i18n)) + 32,
    text: ({ derived }) => (derived ? statusWords(statusOf(derived.state), i18n) : ''),
    content: ({ derived }) => (derived ? <LineStatusMark status={statusOf(derived.state)} /> : null),
    tone: ({ derived }) => (derived ? (tones[statusOf(derived.state)] ?? null) : null),
  };
}

/** Days from today, and for a line that is late how many days: filtered by {@link lateWord}. */
function daysColumn(words: OrderWords): Column {
  const { i18n, today } = words;
  return {
    id: 'days',
    header: t(i18n)`Days`,
    width: columnWidth(`112, 57 ${lateWord(words)}`),
    align: 'end',
    text: (entry) => {
      const days = daysOf(entry, today);
      const lateBy = lateDays(entry, today);
      if (days === null) return '';
      return lateBy === null ? String(days) : `${days}, ${lateBy} ${lateWord(words)}`;
    },
    sortValue: (entry) => daysOf(entry, today),
    tone: ({ derived }) => (derived?.late ? 'bad' : null),
  };
}

/** What stands behind the days that a line is late. */
export function lateWord({ i18n }: Pick<OrderWords, 'i18n'>): string {
  return t(i18n)`late`;
}

function answerOf({ derived }: Entry): DatedAnswer | null {
  return derived?.state.kind === 'answered' ? derived.state.answer : null;
}

function daysOf(entry: Entry, today: OrderWords['today']): number | null {
  const answer = answerOf(entry);
  return answer && daysBetween(today, later(answer.date, today));
}

function lateDays(entry: Entry, today: OrderWords['today']): number | null {
  const answer = answerOf(entry);
  const { neededBy } = entry.row;
  return answer && neededBy && entry.derived?.late ? daysBetween(neededBy, later(answer.date, today)) : null;
}

const icons: Record<Exclude<LineStatus, 'unasked'>, LucideIcon> = {
  checking: LoaderCircle,
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'unknown-product': CircleHelp,
  'not-available': CircleSlash,
  'not-answered': CloudOff,
  'not-trusted': ShieldAlert,
};

/** A line's status, told apart by words, icon and colour; nothing for a line that wasn't asked. */
function LineStatusMark({ status }: { status: LineStatus }) {
  const { i18n } = useLingui();
  if (status === 'unasked') return null;
  const Icon = icons[status];
  return (
    <span className={styles.mark} data-status={status}>
      <Icon aria-hidden size={15} strokeWidth={2.25} />
      <span>{statusWords(status, i18n)}</span>
    </span>
  );
}

const withUnit = /^(.*\d)\s*([^\d.,'\s]+)$/u;

/** What is written in a quantity cell: a number, with a unit or without. What is no quantity is kept as written. */
export function readQuantityCell(
  text: string,
  locale: string,
): Pick<DraftLine, 'quantity' | 'quantityText' | 'writtenUnit'> {
  const [, figure, unit] = withUnit.exec(text.trim()) ?? [];
  const isMeasure = figure !== undefined && unit !== undefined && unitName(unit) !== null;
  const reading = readQuantity(isMeasure ? figure : text, locale);
  if (!reading.ok) return { quantity: null, quantityText: text.trim(), writtenUnit: '' };
  return {
    quantity: reading.value,
    quantityText: formatQuantity(reading.value, locale),
    writtenUnit: isMeasure ? unit : '',
  };
}

/** The day that is written in a cell, the person's way where that matters; null where it is blank or no day. */
export function readDateText(text: string, locale: string): CalendarDate | null {
  const cell = readCell(text, true);
  return cell === null || typeof cell === 'string' ? null : dateOf(cell, dateStyleOfLocale(locale));
}

/** As long in words as a date gets. */
const longDate: CalendarDate = '2026-09-30';

const padding = 20;
const letter = 8;

/** About as wide as a cell that shows `text`, in pixels: words and dates differ by language. */
function columnWidth(text: string): number {
  return padding + letter * text.length;
}
