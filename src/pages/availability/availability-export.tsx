import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import { type ProductAnswer, useAnswer } from '#features/answer/use-answer.ts';
import { goodsWords } from '#features/answer/wording.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { inOneBatch } from '#features/export/exportable.ts';
import type { StockItem } from '#contract/envelope.ts';
import type { Answer } from '#domain/answer.ts';
import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import type { ExportColumn, ExportRow } from '#domain/export/export-table.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { copiedAnswer } from './copied-answer.ts';
import { type BreakRow, breakRows } from './quantity-breaks.tsx';
import type { Question } from './question.ts';
import { asOfWords } from './recent-lookups.ts';

interface AvailabilityExportProps {
  question: Question;
  /** Holds the chart. */
  chartRef: RefObject<Element | null>;
}

/** The answer to take along: its breaks as a table, the chart, the promised day, and a link to all of it. */
export function AvailabilityExport({ question: { productId, quantity }, chartRef }: AvailabilityExportProps) {
  const { t, i18n } = useLingui();
  const asked = useAnswer(productId, quantity);
  const { product, wording, answer, answeredAt, contradiction, timeline } = asked;
  const title = goodsWords(wording, product, quantity);
  if (answer === null || asked.calendar.isPending) return <CopyLink title={title} />;
  const rows = availabilityRows(asked, quantity, i18n);
  const promised = answer.kind === 'max-lead-time' ? t`${title} (subject to the maximum lead time)` : title;
  const canPromise = answer.kind !== 'not-available' && contradiction === null;
  return (
    <>
      <CopyLink title={title} />
      <ExportMenu
        screen="availability"
        retrievedAt={answeredAt}
        filter={title}
        table={{
          name: t`Availability`,
          columns: availabilityColumns(i18n),
          rows: [{ scope: 'all', count: rows.length, batches: inOneBatch(rows) }],
        }}
        chart={
          timeline === null ? undefined : { title, element: () => chartRef.current?.querySelector('figure') ?? null }
        }
        events={canPromise ? () => promisedDay(asked, quantity, promised) : undefined}
      />
    </>
  );
}

function promisedDay(asked: ProductAnswer, quantity: Thousandths, summary: string): CalendarEvent[] {
  const { product, answer, answeredAt, wording } = asked;
  if (answer === null || answer.kind === 'not-available') return [];
  const asOf = asOfWords(wording, answeredAt);
  const { text } = copiedAnswer(wording, { product, quantity, answer, mostAvailable: null, asOf });
  const key = `${product.productId}-${quantity}`;
  return [{ key, date: later(wording.today, answer.date), summary, description: text }];
}

type Kind = BreakRow['kind'] | 'not-trusted';

/** The answer and the quantity breaks as they are taken along. */
function availabilityColumns(i18n: I18n): ExportColumn[] {
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
function availabilityRows(
  { product, item, answer, contradiction, timeline }: ProductAnswer,
  quantity: Thousandths,
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
      : [row(t(i18n)`Asked for`, quantity, ...answered(answer, contradiction !== null, item.data?.data))];
  return [
    ...asked,
    ...ladder(timeline, quantity).map(({ upTo, above, date, kind }) =>
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
