import type { OrderContent } from '#stock/contract/orders.ts';
import { daysLate, type LineResult, ofProduct } from '#stock/order/line-state.ts';
import { isValidQuantity, type LineKey, lineQueries } from '#stock/order/order-line.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import {
  type ClosedAs,
  lineClosedAs,
  promisedLine,
  type PromisedLines,
  quantityLeft,
} from '#stock/promises/told-order.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import { checkQueries } from '#server/lookup/order-check-engine.ts';
import { findProducts, type FoundLine, isOtherUnit } from '#server/orders/line-products.ts';
import type { Caller, StockLookup, StockRequest } from '#server/lookup/stock-lookup.ts';

import {
  type LiveColumn,
  type LiveResult,
  liveResult,
  type LiveRow,
  type LiveTable,
  withoutNeed,
  withoutResult,
} from './live-table.ts';

const columns: readonly LiveColumn[] = [
  { name: 'line', kind: 'count' },
  { name: 'product', kind: 'code' },
  { name: 'product_id', kind: 'id' },
  { name: 'sku', kind: 'code' },
  { name: 'name', kind: 'text' },
  { name: 'quantity', kind: 'quantity' },
  { name: 'unit', kind: 'text' },
  { name: 'ship_by', kind: 'date' },
  { name: 'days_late', kind: 'count' },
  { name: 'note', kind: 'text' },
];

interface OrderLookup {
  lookup: StockLookup;
  catalogue: Pick<Catalogue, 'resolveProducts' | 'searchProducts'>;
  /** The lines of which something was ordered or shipped. That isn't checked, and takes no stock from other lines. */
  closed: PromisedLines;
  caller: Caller;
  /** Unix milliseconds. */
  now: () => number;
}

interface OrderLine extends FoundLine {
  /** Quantity that is to ship. */
  left: Thousandths | null;
  closedAs: ClosedAs | null;
}

/**
 * Checks the lines of an order. When `signal` aborts, the lines without a result until then have none.
 * @throws what the lookup throws if no line has a result by then
 */
export async function liveOrder(
  id: string,
  { name, lines }: Pick<OrderContent, 'name' | 'lines'>,
  { lookup, catalogue, closed, caller, now }: OrderLookup,
  signal: AbortSignal,
): Promise<LiveTable> {
  const found = (await findProducts(lines, catalogue)).map(({ line, number, productId, product }): OrderLine => {
    const told = promisedLine(line.key, productId, closed);
    const quantity = line.quantity ?? null;
    const [left, closedAs] = [quantityLeft(quantity, told), lineClosedAs(quantity, told)];
    return { line, number, productId, product, left, closedAs };
  });
  const counted = found.flatMap(({ line, productId, product, left: quantity }) => {
    const counts = productId !== null && isValidQuantity(quantity) && !isOtherUnit(line, product);
    return counts ? { key: line.key, productId, quantity } : [];
  });
  const results = new Map<LineKey, LineResult>();
  const updates = new Map<string, CalendarDate | null>();
  let { today } = await lookup.present();
  const queries = lineQueries(counted);
  try {
    await checkQueries(withUpdates(lookup, updates), { queries }, caller, signal, {
      now,
      ready: async () => undefined,
      emit: (event) => {
        if (event.kind === 'start') ({ today } = event);
        else if (event.kind === 'result') results.set(event.key, event.result);
      },
    });
  } catch (error) {
    if (results.size === 0) throw error;
  }
  const at = now();
  const requested = new Map(queries.map((query) => [query.key, query]));
  const rows = found.map((each): LiveRow => {
    const { line, number, productId, product, left } = each;
    const query = requested.get(line.key);
    const result = results.get(line.key);
    const state = result ? ofProduct(result, product) : null;
    const stockDataOf = query && (updates.get(requestKey(query)) ?? null);
    const shipBy = line.shipBy ?? null;
    return {
      cells: [
        number,
        line.product,
        productId,
        product?.sku ?? null,
        product?.name ?? null,
        line.quantity ?? line.quantityText ?? null,
        product?.unit ?? line.unit ?? null,
        shipBy,
        state && daysLate(shipBy, state, today),
        line.note ?? null,
      ],
      result: state
        ? liveResult(state, { today, at, stockDataOf })
        : query === undefined
          ? notLookedUp(each)
          : withoutResult('no-result', 'timeout'),
      event: {
        key: `${id}-${line.key}`,
        product: product?.name ?? line.product,
        quantity: left,
        unit: product?.unit ?? null,
      },
    };
  });
  return { name, columns, rows, day: today, at };
}

/** A line that isn't looked up, with the reason. */
function notLookedUp({ line, productId, product, left, closedAs }: OrderLine): LiveResult {
  if (closedAs !== null) return withoutNeed(closedAs);
  if (line.product.trim() === '') return withoutResult('no-result', 'no-product');
  if (productId === null) return withoutResult('unknown-product', 'not-found');
  if (!isValidQuantity(left)) return withoutResult('no-result', 'no-quantity');
  return isOtherUnit(line, product)
    ? withoutResult('unit-differs', 'other-unit')
    : withoutResult('no-result', 'refused');
}

/**
 * A lookup that notes of which date the stock data of each result is. Without doubt about results, it looks up no
 * calendars.
 */
function withUpdates(lookup: StockLookup, updates: Map<string, CalendarDate | null>): StockLookup {
  return {
    isConsistent: lookup.isConsistent,
    present: () => lookup.present(),
    product: (...args) => lookup.product(...args),
    results: (requests, caller, signal, options) =>
      lookup.results(requests, caller, signal, {
        ...options,
        settle: (index, result) => {
          const request = requests[index];
          if (request && result.kind === 'result') updates.set(requestKey(request), result.item.lastUpdateDate);
          options.settle(index, result);
        },
      }),
    calendars: async (...args) => (lookup.isConsistent ? new Map() : lookup.calendars(...args)),
    calendarPage: (...args) => lookup.calendarPage(...args),
  };
}

function requestKey({ productId, quantity }: StockRequest): string {
  return `${productId} ${quantity}`;
}
