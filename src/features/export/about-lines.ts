import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { formatCount } from '#lib/locale-number.ts';
import { isComplete, type ExportExtent, type ExportSource } from '#domain/export/export-table.ts';

/** What a table says of itself when it is taken along, a label and a value each; a chart alone has no extent. */
export function aboutLines(
  i18n: I18n,
  source: ExportSource,
  extent: ExportExtent | null,
): (readonly [string, string])[] {
  return [
    [i18n._(msg`Retrieved`), source.retrieved],
    [i18n._(msg`Service`), source.service],
    [i18n._(msg`Market`), source.market],
    [i18n._(msg`Filter`), source.filter],
    ...(extent === null ? [] : extentLines(i18n, extent)),
    [i18n._(msg`Stock date`), i18n._(msg`The day from which goods can leave the supplier, not a delivery date.`)],
    [
      i18n._(msg`Max lead time`),
      i18n._(msg`A date from which any quantity can be had in theory; it does not rest on stock.`),
    ],
  ];
}

function extentLines(i18n: I18n, extent: ExportExtent): (readonly [string, string])[] {
  const figure = (count: number) => formatCount(count, i18n.locale);
  const counted = i18n._(msg`${figure(extent.rows)} of ${figure(extent.expected)}`);
  return [
    [i18n._(msg`Rows`), isComplete(extent) ? counted : i18n._(msg`${counted} (incomplete)`)],
    ...extent.missing.map((what) => [i18n._(msg`Missing`), what] as const),
  ];
}

/** When, from where, with which filter and how many rows of how many, as columns at the end of a table: a header and a value each. */
export function sourceColumns(
  i18n: I18n,
  { retrieved, service, market, filter }: ExportSource,
  extent: ExportExtent,
): (readonly [string, string])[] {
  return [
    [i18n._(msg`Retrieved`), retrieved],
    [i18n._(msg`Source`), market === '' ? service : `${service} (${market})`],
    [i18n._(msg`Filter`), filter],
    [i18n._(msg`Rows`), rowsField(i18n, extent)],
  ];
}

/** For programs too: the counts without grouping. */
function rowsField(i18n: I18n, { rows, expected, missing }: ExportExtent): string {
  const counted = i18n._(msg`${rows} of ${expected}`);
  const what = missing.join('; ');
  return what === '' ? counted : i18n._(msg`${counted}; missing: ${what}`);
}

/**
 * When something was retrieved, as a person reads it on paper or under a picture, with the zone of their clock.
 * @param moment ISO 8601; empty where it is not known, and so are the words
 */
export function momentWords(moment: string, locale: string): string {
  if (moment === '') return '';
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(moment));
}
