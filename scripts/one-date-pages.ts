import { vi } from 'vitest';

import { streamOrderCheck } from '#data/order-check-stream.ts';
import { RequestQueue, wait } from '#data/request-queue.ts';
import { messages as german } from '#shell/locales/de.po';
import { CalendarsPage } from '#stock/contract/calendars.ts';
import { Availability } from '#stock/contract/gateway-responses.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { levelBuckets } from '#stock/level-buckets.ts';
import type { Shipment } from '#stock/split-delivery.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { splitDelivery } from '#stock/split-delivery.ts';
import { offersFor } from '#stock/offers.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { shownResult } from '#parts/result/use-availability.ts';
import type { Wording } from '#parts/result/wording.ts';
import { availabilityColumns, exportedLines, promisedDay } from '#availability/availability-export.tsx';
import { colleagueText, customerText, offerText } from '#availability/copied-result.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { settledSession } from '#orders/lines/order-session.sample.ts';
import type { OrderWords } from '#orders/order-words.ts';
import { wordsOn } from '#orders/order-words.sample.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import { stockResultOf, type CalendarRow, calendarRow } from '#products/calendar-row.ts';
import { periodColumns, productColumns } from '#products/exported-columns.ts';
import { riskColumns } from '#products/exported-reports.ts';
import { heatmapCells, heatmapColumns } from '#products/heatmap/heatmap-cells.ts';
import { localeOf } from '#ui/locale.tsx';
import type { RunningApp } from '#server/running-app.fixture.ts';

/** Reads the values of a row by header. */
function valuesOf<Row>(columns: readonly NamedColumn<Row>[], row: Row) {
  const { cells } = rowOf(columns, row);
  return Object.fromEntries(columns.map(({ header }, index) => [header, cells[index] ?? null]));
}

/** Words of a user for whom it is `localDay`, on a page of a service in `timeZone`. */
export function wordsIn(
  language: 'en' | 'de',
  { today, localDay, timeZone }: { today: CalendarDate; localDay: CalendarDate; timeZone: string },
): OrderWords {
  const chosen = { language, format: language, ownUnit: 'm', today, timeZone } as const;
  const locale = localeOf({ ...chosen, setLanguage: () => undefined }, localDay);
  return { ...locale, i18n: wordsOn(today, language, language === 'de' ? german : {}).i18n };
}

const queue = new RequestQueue({ now: Date.now, wait });

/** An order whose lines the server has checked. */
export async function checkedOrder(
  app: RunningApp,
  lines: readonly NewLine[],
  { today, now }: { today: CalendarDate; now: () => number },
): Promise<OrderSession> {
  vi.stubGlobal('fetch', fetchOf(`http://127.0.0.1:${app.port}`));
  const session = await settledSession(lines, {
    present: { day: today, stock: stockOf('me', 'any') },
    source: { stream: streamOrderCheck, queue, now },
    onCheck: (info) => session.setPresent({ day: info.today, stock: stockOf('me', info.dataVersion) }),
  });
  await session.startCheck(true);
  return session;
}

const { fetch: send } = globalThis;

/** Sends requests as the dashboard's page does. */
function fetchOf(origin: string): typeof send {
  return (path, { headers, ...request } = {}) =>
    send(new URL(path as string, origin), {
      ...request,
      headers: { ...(headers as Record<string, string>), Origin: origin },
    });
}

const again = { headers: { 'Cache-Control': 'no-cache' } };

function shipDateOf(stockResult: StockResult | null, today: CalendarDate): CalendarDate | null {
  return stockResult === null || stockResult.kind === 'not-available' ? null : later(stockResult.date, today);
}

/** What Availability and the product calendar show and write of a quantity; null if the server responds with a problem. */
export async function availabilityPage(
  app: RunningApp,
  { productId, quantity, shipBy }: { productId: number; quantity: Thousandths; shipBy: CalendarDate | null },
  split: { minQuantity: Thousandths; maxShipments: number },
  words: OrderWords,
) {
  const response = await app.ask(
    `/gateway/availability?productId=${productId}&quantity=${fromThousandths(quantity)}`,
    again,
  );
  if (response.status !== 200) return null;
  const received = Availability.parse(JSON.parse(response.text));
  const { today, product, calendar, receivedAt } = received;
  const wording: Wording = { ...words, unit: 'm', formatQuantity: (each) => words.formatQuantity(each, 'm') };
  const latest = calendar === null ? null : readTimeline(calendar.entries, today);
  const shown = { product, wording, receivedAt, outdatedDay: null, ...shownResult(received, latest, quantity) };
  const { stockResult, timeline, isUnconfirmed } = shown;
  const requested = { productId, quantity, shipBy };
  const columns = availabilityColumns(product, shipBy, today, words.i18n);
  const [needed, ...breaks] = exportedLines(shown, requested, words.i18n).map((line) => valuesOf(columns, line));
  const ofCustomer = customerWords(words.i18n, words.locale);
  const customer = stockResult && customerText(shown, requested, stockResult, null, ofCustomer).text;
  const offers = stockResult && timeline ? offersFor(timeline, quantity, stockResult, shipBy) : [];
  const inParts = offers.find(({ kind }) => kind === 'split');
  return {
    ...shown,
    today,
    date: shipDateOf(stockResult, today),
    customer,
    /** The text that says which part ships when, if a part can. */
    inParts: inParts ? offerText(shown, inParts, null, ofCustomer).text : customer,
    colleague: stockResult && colleagueText(shown, requested, stockResult).text,
    /** Rows of the file: the quantity itself, then its breaks. */
    exported: { needed, breaks },
    event: promisedDay(shown, requested, '')[0]?.date ?? null,
    split: timeline && {
      isUnconfirmed,
      ...splitDelivery(timeline, { quantity, ...split }),
    },
  };
}

const sizes = ['day', 'week', 'month'] as const;
/** Statuses are named by their tile. */
const tileOf = ({ tile }: CalendarRow) => tile;

const shownColumns = [
  { id: 'territory', name: 'Territory' },
  { id: 'wanted', name: 'Ship date' },
];

/** What Products shows and writes of a quantity, by product. */
export async function productsPage(
  app: RunningApp,
  productIds: readonly number[],
  quantity: Thousandths,
  words: OrderWords,
) {
  const response = await app.ask(
    `/gateway/calendars?productIds=${productIds.join()}&quantity=${fromThousandths(quantity)}`,
    again,
  );
  const { today, rows } = CalendarsPage.parse(JSON.parse(response.text));
  const columns = productColumns(shownColumns, tileOf, quantity, words.i18n);
  const risks = riskColumns(words.i18n, 'Available');
  return new Map(
    rows.map((received) => {
      const row = calendarRow(received, today, quantity);
      const shortfall = { on: today, by: 0, shipDate: null, isMaxLeadTime: false, gaps: [] };
      const { product, productId, summary } = row;
      const page = {
        row,
        date: shipDateOf(stockResultOf(row), today),
        exported: valuesOf(columns, row),
        /** Its row of *Late and at risk*. */
        atRisk: summary && valuesOf(risks, { row, summary, product, shortfall }),
        heatmap: sizes.map((size) => heatmapOf(row, size, quantity, words)),
      };
      return [productId, page] as const;
    }),
  );
}

/** Periods of the heatmap on screen and in its file, which covers the quantity on all of their days. */
function heatmapOf(
  { summary, ...row }: CalendarRow,
  size: (typeof sizes)[number],
  quantity: Thousandths,
  words: OrderWords,
) {
  if (summary === null) return { size, periods: [] };
  const { timeline } = summary;
  const columns = heatmapColumns([timeline], size);
  const cells = heatmapCells(timeline, size, columns, { wanted: quantity });
  const file = periodColumns(
    columns.map(({ start }) => ({ header: start, span: start })),
    {},
    tileOf,
    words.i18n,
  );
  const buckets = levelBuckets(timeline, size, columns.at(-1)?.end ?? timeline.today);
  const written = valuesOf(file, { ...row, summary, buckets });
  return {
    size,
    periods: columns.map(({ start, end }, index) => ({
      start,
      end,
      isCovered: cells[index]?.state === 'enough',
      isEnough: (cells[index]?.bucket.lowest ?? 0) >= quantity,
      isWrittenCovered: Number(written[start]) >= quantity,
      isMaxLeadTime: cells[index]?.state === 'theoretical' || cells[index]?.maxLeadTimeAt !== null,
    })),
  };
}

/** The first day by which a split has shipped each sum of its shipments. */
export function sumsOf(shipments: readonly Shipment[]): { sum: Thousandths; date: CalendarDate }[] {
  let sum = 0;
  return shipments.map(({ quantity, date }) => ({ sum: (sum += quantity), date }));
}
