import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import { type CalendarsRequest, streamCalendars } from '#data/calendar-pages.ts';
import { describeError } from '#data/describe-error.ts';
import type { RowBatch } from '#parts/export/exportable.ts';
import { shortProducts, type ShortProduct } from '#stock/calendars/short-products.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';

interface Exporting {
  client: QueryClient;
  i18n: I18n;
}

/** Streams all products that run short, in the order of the request. */
export async function* shortBatches(
  columns: readonly NamedColumn<ShortProduct>[],
  request: Omit<CalendarsRequest, 'page'>,
  { client, i18n }: Exporting,
  signal: AbortSignal,
  since: number,
): AsyncGenerator<RowBatch> {
  const states = new Set<string>();
  for await (const streamed of streamCalendars(client, request, signal, since)) {
    const { page, totalPages } = streamed;
    const pages = { done: page, total: totalPages };
    if ('error' in streamed) {
      const { pageSize } = request;
      const { title } = describeError(streamed.error, i18n);
      const missing = t(i18n)`Page ${page} of ${totalPages}, ${pageSize} products each: ${title}`;
      yield { pages, rows: [], missing };
      continue;
    }
    const { received } = streamed;
    states.add(`${received.today} ${received.dataVersion} ${received.index?.version ?? ''}`);
    const rows = shortProducts(received.rows, received.today, request.quantity).map((row) => rowOf(columns, row));
    yield { pages, rows, expected: received.found, retrievedAt: received.receivedAt };
  }
  if (states.size > 1) yield { rows: [], missing: t(i18n)`The stock data changed during the export. Export again.` };
}
