import { useLingui } from '@lingui/react/macro';

import type { ReceivedCalendars } from '#data/calendar-pages.ts';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { ExportableTable } from '#parts/export/exportable.ts';
import type { CalendarCounts } from '#stock/contract/calendars.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { formatShare } from '#stock/locale-number.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { useAtRisk } from './at-risk-panel.tsx';
import { useLastWeek } from './last-week.ts';
import { type Figures, figuresOf, onOnePage } from './runs-short.ts';
import { useColumnNames, useDoubtWords } from './runs-short-table.tsx';

interface OverviewExportProps {
  data: ReceivedCalendars;
  counts: CalendarCounts;
  rows: readonly ShortProduct[];
  weeks: number;
}

const isMaxLeadTime = ({ shortfall }: ShortProduct) => shortfall.isMaxLeadTime;

/** Exports the products that run short, with the figures of all products as the summary. */
export function OverviewExport({ data, counts, rows, weeks }: OverviewExportProps) {
  const { t } = useLingui();
  const { locale, formatCount, formatDate, formatQuantity } = withYears(useLocale());
  const names = useColumnNames();
  const doubtWords = useDoubtWords();
  const status: NamedColumn<ShortProduct> = {
    header: t`Status`,
    kind: 'text',
    cell: ({ doubt }) => doubt && doubtWords[doubt],
  };
  const columns: NamedColumn<ShortProduct>[] = [
    { header: names.on, kind: 'date', cell: ({ shortfall }) => shortfall.on },
    { header: names.product, kind: 'id', cell: ({ product }) => product.productId },
    { header: t`Name`, kind: 'text', cell: ({ product }) => product.name },
    { header: t`SKU`, kind: 'code', isFileOnly: true, cell: ({ product }) => product.sku },
    { header: names.available, kind: 'quantity', cell: ({ availableToday }) => availableToday },
    { header: names.by, kind: 'quantity', cell: ({ shortfall }) => shortfall.by },
    { header: t`Unit`, kind: 'text', isShared: 'if-alike', cell: ({ product }) => product.unit },
    // After a shortage, so it is never today.
    { header: names.again, kind: 'date', cell: ({ shortfall }) => shortfall.shipDate, isMaxLeadTime },
    ...(rows.some(({ doubt }) => doubt !== null) ? [status] : []),
    { header: names.days, kind: 'count', cell: ({ shortfall }) => shortfall.daysLate },
    { header: t`Max lead time dates`, kind: 'flag', cell: (row) => (isMaxLeadTime(row) ? names.again : null) },
  ];
  const now = figuresOf(counts);
  const then = useLastWeek(data);
  const atRisk = useAtRisk();
  const counted = (count: number, of: number) => `${formatCount(count)} (${formatShare(count, of, locale)})`;
  const line = (label: string, of: Exclude<keyof Figures, 'total'>): LabeledValue => {
    const value = counted(now[of], now.total);
    if (then === null) return [label, value];
    const lastWeek = counted(then[of], then.total);
    return [label, t`${value}, last week ${lastWeek}`];
  };
  const { oldestUpdate } = counts;
  const summary = (): LabeledValue[] => [
    [t`Products`, formatCount(now.total)],
    line(names.available, 'today'),
    line(t`Available within 30 days`, 'within30'),
    line(t`Max lead time only`, 'maxLeadTimeOnly'),
    line(t`Short now`, 'shortNow'),
    [t`Oldest stock data`, oldestUpdate === null ? t`Not provided` : formatDate(oldestUpdate.date, 'medium')],
    ...(atRisk === null
      ? []
      : [
          [t`Orders at risk`, formatCount(atRisk.orders)] satisfies LabeledValue,
          [t`Promises at risk`, formatCount(atRisk.promises.length)] satisfies LabeledValue,
        ]),
  ];
  const { quantity, unit } = data.request;
  const wanted = quantity === null ? null : t`for ${formatQuantity(quantity, unit ?? data.unit)}`;
  const tableOf = (shown: readonly ShortProduct[]): ExportableTable => {
    const isWhole = data.found <= shown.length;
    return {
      name: t`At risk`,
      columns,
      rows: [
        {
          scope: isWhole ? 'all' : 'page',
          count: shown.length,
          rowsNow: () => shown.map((row) => rowOf(columns, row)),
          ...(!isWhole && { total: data.found, part: `first-${shown.length}-of-${data.found}` }),
        },
      ],
      summary,
    };
  };
  return (
    <ExportMenu
      screen="overview"
      retrievedAt={data.receivedAt}
      filter={[t`Runs short in the next ${weeks} weeks`, wanted].filter(Boolean).join(', ')}
      table={{ ...tableOf(rows), onPaper: { ...tableOf(onOnePage(rows)), name: t`Overview` } }}
    />
  );
}
