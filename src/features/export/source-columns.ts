import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { ExportExtent, ExportSource } from '#domain/export/export-table.ts';

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
