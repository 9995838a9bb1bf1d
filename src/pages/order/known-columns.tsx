import { t } from '@lingui/core/macro';

import type { CellTone, GridColumn } from '#features/grid/grid-column.ts';
import type { RowEntry } from '#features/grid/grid-column.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import type { DatedAnswer } from '#domain/answer.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';
import { type LineStatus, statusOf } from '#domain/order/line-state.ts';
import { daysBetween, later } from '#lib/calendar-date.ts';

import { columnWidth, longDate } from './column-width.ts';
import { LineStatusMark } from './line-status-mark.tsx';
import type { LineView } from './line-view.ts';
import styles from './order-columns.module.css';
import { type OrderWords, statusWords } from './order-words.ts';

type Column = GridColumn<DraftLine, LineView>;
type Entry = RowEntry<DraftLine, LineView>;

export function nameColumn({ i18n }: OrderWords): Column {
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

export function unitColumn({ i18n }: OrderWords): Column {
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

export function answerColumn({ i18n, today, formatDate }: OrderWords): Column {
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
export function beforeColumn({ i18n, formatDate }: OrderWords, { checkedAt, lines }: CheckRecord): Column {
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

export function statusColumn({ i18n }: OrderWords): Column {
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
export function daysColumn(words: OrderWords): Column {
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
