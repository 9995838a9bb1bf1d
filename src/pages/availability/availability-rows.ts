import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { StockItem } from '#contract/envelope.ts';
import type { Answer } from '#domain/answer.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { breakRows, type BreakRow } from './break-rows.ts';
import type { Asked } from './use-asked.ts';

type Kind = BreakRow['kind'] | 'not-trusted';

/** The answer and the quantity breaks as they are taken along. */
export function availabilityColumns(i18n: I18n): ExportColumn[] {
  return [
    { header: t(i18n)`Line`, kind: 'text' },
    { header: t(i18n)`Product`, kind: 'id', isShared: true },
    { header: t(i18n)`Name`, kind: 'text', isShared: true },
    { header: t(i18n)`SKU`, kind: 'code', isShared: true },
    { header: t(i18n)`Quantity`, kind: 'quantity' },
    { header: t(i18n)`Unit`, kind: 'text', isShared: true },
    { header: t(i18n)`Stock date`, kind: 'date' },
    { header: t(i18n)`Status`, kind: 'text' },
    { header: t(i18n)`Last update`, kind: 'date' },
    { header: t(i18n)`Max lead time`, kind: 'flag' },
  ];
}

const dateColumn = 6;
const statusColumn = 7;

/** The line asked for with the service's own date, then a line for each break. */
export function availabilityRows(
  { question, product, item, answer, contradiction, timeline }: Asked,
  i18n: I18n,
): ExportRow[] {
  const row = (
    line: string,
    quantity: number,
    date: CalendarDate | null,
    kind: Kind,
    lastUpdate: CalendarDate | null,
  ): ExportRow => {
    const { productId, name, sku, unit } = product;
    const status = statusWords(kind, i18n);
    const isTheory = kind === 'max-lead-time';
    return {
      cells: [line, productId, name, sku, quantity, unit, date, status, lastUpdate, isTheory ? status : null],
      ...(isTheory && { theoretical: [dateColumn, statusColumn] }),
    };
  };
  const asked =
    answer === null
      ? []
      : [row(t(i18n)`Asked for`, question.quantity, ...answered(answer, contradiction !== null, item.data))];
  return [
    ...asked,
    ...ladder(timeline, question.quantity).map(({ upTo, above, date, kind }) =>
      row(upTo === null ? t(i18n)`Above` : t(i18n)`Up to`, upTo ?? above, date, kind, null),
    ),
  ];
}

function answered(
  answer: Answer,
  isDoubted: boolean,
  item: StockItem | undefined,
): [date: CalendarDate | null, kind: Kind, lastUpdate: CalendarDate | null] {
  if (isDoubted) return [null, 'not-trusted', null];
  if (answer.kind === 'not-available' || item === undefined) return [null, answer.kind, null];
  return [item.stockDate, answer.kind, item.lastUpdateDate];
}

function ladder(timeline: StockTimeline | null, asked: number): readonly BreakRow[] {
  return timeline === null ? [] : breakRows(quantityBreaks(timeline), asked, timeline.today);
}

function statusWords(kind: Kind, i18n: I18n): string {
  const words: Record<Kind, string> = {
    'in-stock': t(i18n)`In stock`,
    expected: t(i18n)`Expected`,
    'max-lead-time': t(i18n)`Max lead time`,
    'not-available': t(i18n)`Not available`,
    'not-trusted': t(i18n)`Answer not trusted`,
  };
  return words[kind];
}
