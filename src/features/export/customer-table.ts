import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { Answer } from '#domain/answer.ts';
import { clipboardTable, type ClipboardTable } from '#domain/export/clipboard-table.ts';
import { csvStyleOf } from '#domain/export/csv.ts';
import { type NamedColumn, rowOf } from '#domain/export/export-table.ts';
import { escapeFormula } from '#domain/export/formula-escape.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { formatDate } from '#lib/locale-date.ts';

/** In whose words a customer is written to, and from which day. */
export interface CustomerWords {
  i18n: I18n;
  /** BCP 47. */
  locale: string;
  today: CalendarDate;
}

/** A line for a customer: goods, how much of them, and when they can ship. */
export interface CustomerLine {
  product: string;
  amount: string;
  /** Null where there is none to promise: `noDate` says why. */
  answer: Answer | null;
  /** The day of the answer: a date before it means it. Today where left out. */
  asOf?: CalendarDate;
  noDate?: string;
  /** What to know beside the date. */
  note?: string;
}

/** A table that a customer may read: no internal codes, the max lead time named as what it is; notes where a line has one. */
export function customerTable(lines: readonly CustomerLine[], words: CustomerWords): ClipboardTable {
  const { i18n, locale } = words;
  const columns: NamedColumn<CustomerLine>[] = [
    { header: t(i18n)`Product`, kind: 'text', cell: ({ product }) => unguarded(product) },
    { header: t(i18n)`Quantity`, kind: 'text', cell: ({ amount }) => unguarded(amount) },
    {
      header: t(i18n)`Ship date`,
      kind: 'text',
      cell: (line) => promiseWords(line, words),
      isMaxLeadTime: ({ answer }) => answer?.kind === 'max-lead-time',
    },
    ...(lines.some(({ note }) => note)
      ? [{ header: t(i18n)`Note`, kind: 'text', cell: ({ note }) => note ?? null } satisfies NamedColumn<CustomerLine>]
      : []),
  ];
  return clipboardTable(
    columns,
    lines.map((line) => rowOf(columns, line)),
    csvStyleOf(locale),
  );
}

/** What a spreadsheet would run stands in quotation marks: an apostrophe before it would look like a slip. */
function unguarded(text: string): string {
  return escapeFormula(text) === text ? text : `“${text.trim()}”`;
}

function promiseWords(line: CustomerLine, { i18n, locale, today }: CustomerWords): string {
  const { answer, asOf = today, noDate = '' } = line;
  if (answer === null) return noDate;
  if (answer.kind === 'not-available') return t(i18n)`not available`;
  const date = formatDate(later(answer.date, asOf), locale, 'long');
  return answer.kind === 'max-lead-time' ? t(i18n)`${date}, subject to the maximum lead time` : date;
}
