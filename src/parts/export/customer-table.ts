import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { StockResult } from '#stock/stock-result.ts';
import { clipboardTable, type ClipboardTable } from '#stock/export/clipboard-table.ts';
import { csvStyleOf } from '#stock/export/csv.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { escapeFormula } from '#stock/export/formula-escape.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';

/** Language and format of a text or table. */
export interface TextWords {
  i18n: I18n;
  /** BCP 47. */
  locale: string;
}

/** Order line for a customer: product, quantity and ship date. */
export interface CustomerLine {
  product: string;
  amount: string;
  /** Null if there is no date to promise; `noDate` gives the reason. */
  stockResult: StockResult | null;
  /** Day of the result; an earlier ship date is raised to it. */
  asOf: CalendarDate;
  noDate?: string;
  /** Note to the customer on the date. */
  note?: string;
}

/** Table for customers: no internal codes, max lead time stated in words, a note column if any line has a note. */
export function customerTable(lines: readonly CustomerLine[], words: TextWords): ClipboardTable {
  const { i18n, locale } = words;
  const columns: NamedColumn<CustomerLine>[] = [
    { header: t(i18n)`Product`, kind: 'text', cell: ({ product }) => quoteFormula(product) },
    { header: t(i18n)`Quantity`, kind: 'text', cell: ({ amount }) => quoteFormula(amount) },
    {
      header: t(i18n)`Ship date`,
      kind: 'text',
      cell: (line) => promiseWords(line, words),
      isMaxLeadTime: ({ stockResult }) => stockResult?.kind === 'max-lead-time',
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

/** Quotes text that a spreadsheet would run as a formula; a leading apostrophe would look like a typo. */
function quoteFormula(text: string): string {
  return escapeFormula(text) === text ? text : `“${text.trim()}”`;
}

/** The ship date of a line, and what it rests on, in words. */
export function promiseWords(line: CustomerLine, { i18n, locale }: TextWords): string {
  const { stockResult, asOf, noDate = '' } = line;
  if (stockResult === null) return noDate;
  if (stockResult.kind === 'not-available') return t(i18n)`not available`;
  const date = formatDate(later(stockResult.date, asOf), locale, 'long');
  return stockResult.kind === 'max-lead-time' ? t(i18n)`${date}, subject to the maximum lead time` : date;
}
