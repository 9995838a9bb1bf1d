import type { OrderContent } from '#stock/contract/orders.ts';
import type { CheckRecord, RecordedOutcome } from '#stock/order/check-record.ts';
import type { LineResult } from '#stock/order/line-state.ts';
import { type CheckedOn, type SavedResults, stockOf } from '#stock/order/order-results.ts';

import { type DraftLine, draftLine, type OrderHeader, type StoredOrder } from './saved-order.ts';

type ContentLine = OrderContent['lines'][number];
type ContentResult = OrderContent['checks'][number]['results'][number];
type ContentRecord = NonNullable<OrderContent['previous']>;

/** The order as the server keeps it: without calendars, and without results that say nothing about the stock. */
export function contentOf({ header, contents }: StoredOrder): OrderContent {
  const { lines, check, previous, cleared, shipBy, summary } = contents;
  return {
    name: header.name,
    ...(header.customer !== undefined && { customer: header.customer }),
    lines: lines.map(contentLine),
    ...(cleared && { cleared: cleared.map(contentLine) }),
    ...(shipBy && { shipBy }),
    checks: check ? checksOf(check.results, header.owner) : [],
    ...(previous && { previous: contentRecord(previous) }),
    ...(summary && { summary }),
  };
}

/** Identifies what a person entered in an order: results and what follows from them don't count. */
export function fingerprint({ name, customer, reference, notes, shipBy, lines, cleared }: OrderContent): string {
  return hashOf(
    JSON.stringify([name, customer, reference, notes, shipBy, lines.map(valuesOf), cleared?.map(valuesOf)]),
  );
}

function valuesOf({ key, product, quantity, quantityText, unit, shipBy, note }: ContentLine): unknown[] {
  return [key, product, quantity, quantityText, unit, shipBy, note];
}

/** Hash of 106 bits (cyrb53, twice): `crypto.subtle` requires a secure context. */
function hashOf(text: string): string {
  return [0, 1].map((seed) => hash53(text, seed).toString(36)).join('.');
}

function hash53(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** Returns what a list shows of an order. */
export function headerOf(
  id: string,
  owner: string,
  { changedAt, content }: { changedAt: number; content: OrderContent },
): OrderHeader {
  const { name, customer, reference, lines, summary } = content;
  const filled = lines.filter(({ product }) => product !== '');
  const firstProduct = filled[0]?.product;
  return { id, owner, name, customer, reference, firstProduct, summary, changedAt, lineCount: filled.length };
}

/** Returns an order as its page needs it. The quantities aren't formatted yet. */
export function storedOf(
  id: string,
  owner: string,
  { changedAt, content }: { changedAt: number; content: OrderContent },
): StoredOrder {
  const { lines, cleared, shipBy, checks, previous, summary } = content;
  return {
    header: headerOf(id, owner, { changedAt, content }),
    contents: {
      lines: lines.map(draftOf),
      cleared: cleared?.map(draftOf) ?? null,
      shipBy: shipBy ?? null,
      check: checks.length === 0 ? null : resultsOf(checks, owner),
      previous: previous ? recordOf(previous) : null,
      summary,
    },
  };
}

function contentLine({ key, product, quantity, quantityText, writtenUnit, shipBy, note }: DraftLine): ContentLine {
  return {
    key,
    product,
    ...(quantity !== null && { quantity }),
    ...(quantity === null && quantityText !== '' && { quantityText }),
    ...(writtenUnit !== '' && { unit: writtenUnit }),
    ...(shipBy && { shipBy }),
    ...(note !== '' && { note }),
  };
}

function draftOf({ key, quantity, unit, ...line }: ContentLine): DraftLine {
  return draftLine(key, { ...line, quantity: quantity ?? null, writtenUnit: unit }, String);
}

function checksOf(results: SavedResults['results'], owner: string): OrderContent['checks'] {
  const checks = new Map<string, OrderContent['checks'][number]>();
  const prefix = stockOf(owner, '');
  for (const { productId, quantity, result, on, settledAt } of results) {
    const content = contentResult(result, settledAt);
    if (content === null || !on.stock.startsWith(prefix)) continue;
    const place = `${on.day} ${on.stock}`;
    const check = checks.get(place) ?? { day: on.day, dataVersion: on.stock.slice(prefix.length), results: [] };
    checks.set(place, check);
    check.results.push({ productId, quantity, ...content });
  }
  return [...checks.values()];
}

type Outcome<Kind> = Kind extends unknown ? Omit<Kind, 'productId' | 'quantity'> : never;

function contentResult(result: LineResult, checkedAt: number): Outcome<ContentResult> | null {
  switch (result.kind) {
    case 'result': {
      const { stockResult, earlier } = result;
      return { ...stockResult, ...(earlier && { earlier }), checkedAt: result.checkedAt };
    }
    case 'unknown-product':
    case 'no-stock-data':
    case 'not-available':
      return { kind: result.kind, checkedAt };
    case 'no-result':
    case 'not-trusted':
    default:
      return null;
  }
}

function resultsOf(checks: OrderContent['checks'], owner: string): SavedResults {
  return {
    results: checks.flatMap(({ day, dataVersion, results }) => {
      const on: CheckedOn = { day, stock: stockOf(owner, dataVersion) };
      return results.map(({ productId, quantity, ...content }) => ({
        productId,
        quantity,
        result: resultOf(content),
        on,
        settledAt: content.checkedAt,
        failure: null,
      }));
    }),
    calendars: [],
  };
}

function resultOf(content: Outcome<ContentResult>): LineResult {
  if (!('date' in content)) return { kind: content.kind };
  const { kind, date, earlier, checkedAt } = content;
  return { kind: 'result', stockResult: { kind, date }, ...(earlier && { earlier }), checkedAt };
}

function contentRecord({ checkedAt, lines }: CheckRecord): ContentRecord {
  const results = Array.from(lines, ([key, { productId, quantity, outcome }]) => ({
    key,
    productId,
    quantity,
    ...outcome,
  }));
  return { checkedAt, results };
}

function recordOf({ checkedAt, results }: ContentRecord): CheckRecord {
  const lines = results.map(({ key, productId, quantity, ...outcome }) => {
    // No record has a line without stock data.
    return [key, { productId, quantity, outcome: outcome as RecordedOutcome }] as const;
  });
  return { checkedAt, lines: new Map(lines) };
}
