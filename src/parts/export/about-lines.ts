import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#data/session.ts';
import { formatCount } from '#stock/locale-number.ts';
import {
  isComplete,
  type ExportColumn,
  type ExportExtent,
  type ExportSource,
  type LabeledValue,
} from '#stock/export/export-table.ts';

/** Details of an exported table, as labels and values; `columns` are those of a file. */
export function aboutLines(
  i18n: I18n,
  locale: string,
  source: ExportSource,
  extent: ExportExtent,
  columns: readonly ExportColumn[] = [],
): LabeledValue[] {
  const stockDate = i18n._(msg`Stock date`);
  return [
    [i18n._(msg`Retrieved`), momentWords(source.retrieved, locale)],
    [i18n._(msg`Service`), source.service],
    [i18n._(msg`Market`), source.market],
    ...(source.filter === '' ? [] : [[i18n._(msg`Filter`), source.filter] as const]),
    ...extentLines(i18n, extent),
    [i18n._(msg`Ship date`), i18n._(msg`The first date the goods can ship. Not a delivery date.`)],
    ...(columns.some(({ header }) => header === stockDate)
      ? [
          [
            stockDate,
            i18n._(
              msg`The service's date for the quantity: in the past if it is in stock, the max lead time date if no stock covers it earlier. Not a delivery date.`,
            ),
          ] as const,
        ]
      : []),
    [i18n._(msg`Max lead time`), i18n._(msg`From this date any quantity can ship. Not backed by stock.`)],
  ];
}

function extentLines(i18n: I18n, extent: ExportExtent): LabeledValue[] {
  const figure = (count: number) => formatCount(count, i18n.locale);
  const counted = i18n._(msg`${figure(extent.rows)} of ${figure(extent.total ?? extent.expected)}`);
  return [
    // Of several tables, the first may be empty.
    ...(extent.rows === 0 && isComplete(extent)
      ? []
      : [[i18n._(msg`Rows`), isComplete(extent) ? counted : i18n._(msg`${counted} (incomplete)`)] as const]),
    ...extent.missing.map((what) => [i18n._(msg`Missing`), what] as const),
  ];
}

/** Retrieval time, source, filter and row count as trailing columns of a table: a header and a value each. */
export function sourceColumns(
  i18n: I18n,
  { retrieved, service, market, filter }: ExportSource,
  { rows, expected, missing, total = expected }: ExportExtent,
): LabeledValue[] {
  // Programs read these columns too, so the counts have no digit grouping.
  const counted = i18n._(msg`${rows} of ${total}`);
  const what = missing.join('; ');
  return [
    [i18n._(msg`Retrieved`), localMoment(retrieved)],
    [i18n._(msg`Source`), market === '' ? service : `${service} (${market})`],
    [i18n._(msg`Filter`), filter],
    [i18n._(msg`Rows`), what === '' ? counted : i18n._(msg`${counted}; missing: ${what}`)],
  ];
}

/** ISO 8601 in the user's time zone, with its UTC offset: `2026-11-21T15:00:00+01:00`. */
function localMoment(moment: string): string {
  if (moment === '') return '';
  const at = new Date(moment);
  const ahead = -at.getTimezoneOffset();
  if (ahead === 0) return moment;
  const clock = new Date(Math.abs(ahead) * 60_000).toISOString().slice(11, 16);
  const local = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  return `${local}${ahead < 0 ? '-' : '+'}${clock}`;
}

/**
 * Formats a retrieval time for reports and images, with the user's time zone.
 * @param moment ISO 8601; empty if unknown, and the result is empty too
 */
export function momentWords(moment: string, locale: string): string {
  if (moment === '') return '';
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(moment));
}

/** Returns a function that describes the source of data retrieved at a time; null until the service is known. */
export function useExportSource(): ((retrievedAt: number | null, filter: string) => ExportSource) | null {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  if (!data) return null;
  const { market, service } = data;
  return (retrievedAt, filter) => ({
    retrieved: retrievedAt === null ? '' : new Date(retrievedAt).toISOString(),
    service: service.demo ? t`${service.baseUrl} (demo data)` : service.baseUrl,
    isDemo: service.demo,
    market: market === null ? '' : [market.company, market.salesOrganization, market.territoryId].join(', '),
    filter,
  });
}
