import { maxLeadTime, real } from '#domain/entries.arbitrary.ts';
import type { OrderLine } from '#domain/order/order-line.ts';
import { orderLine } from '#domain/order/order.sample.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';

import { type Fault, FaultyService, type Manner } from './faulty-service.fake.ts';
import { OrderCheck } from './order-check.ts';

/** 40 today, 90 on 17 April, anything on 12 June. */
export const entries = [real('2026-03-20', 40), real('2026-04-17', 90), maxLeadTime('2026-06-12')];

/** A service that has products 1 to `count` with the same calendar. */
export function serviceOf(count: number, manner?: Manner, calendar: readonly DatedEntry[] = entries): FaultyService {
  return new FaultyService(new Map(upTo(count).map((productId) => [productId, calendar])), manner);
}

export function checkOf(service: FaultyService, lines: readonly OrderLine[], batchSize?: number): OrderCheck {
  const check = new OrderCheck({ ...service.options, batchSize });
  check.setLines(lines);
  return check;
}

/** A line of 1 unit for each product. */
export function linesOf(...productIds: number[]): OrderLine[] {
  return productIds.map((productId, index) => orderLine(index + 1, { productId, quantity: 1000 }));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

export function kindsOf(check: OrderCheck, lines: readonly OrderLine[]): string[] {
  return lines.map((line) => check.answers.stateOf(line).kind);
}

/** How many lines each call asked for. */
export function sizesOf(service: FaultyService): number[] {
  return service.stockCalls.map((questions) => questions.length);
}

/** A check of a line for each of `count` products whose calls fail as told. */
export async function faulted(count: number, faults: (Fault | null)[], batchSize?: number) {
  const service = serviceOf(count);
  service.faults = faults;
  const lines = linesOf(...upTo(count));
  const check = checkOf(service, lines, batchSize);
  await check.check();
  return { service, check, lines, kinds: kindsOf(check, lines) };
}
