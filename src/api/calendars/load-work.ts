import { type Batch, freshBatch } from '#api/order-check/batch.ts';
import type { CallFailure } from '#api/order-check/call-failure.ts';
import type { BatchWork } from '#api/order-check/call-pool.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';

import { askSpan, type SpanAnswer, SpanTooLarge } from './ask-span.ts';
import type { CalendarSource } from './calendar-source.ts';
import { dividedPart, type LoadPart, notLoaded } from './load-part.ts';
import { askOwnCalendar, type Doubtful, leftOut, withoutOwnCalendar } from './own-calendar.ts';

/** One call: for a part (§4.4), or for the own calendar of one of its products (§4.1). */
export type LoadItem = { kind: 'part'; part: LoadPart } | { kind: 'own'; part: LoadPart; doubtful: Doubtful };

export interface LoadWorkOptions extends CalendarSource {
  includeMaxLeadTime: boolean;
  /** A part came, or something about it changed. */
  onChange: (part: LoadPart) => void;
  /** One product of a part came: there may be thousands of those. */
  onProduct: () => void;
  /** The service takes no more at once: these parts take the place of one. */
  onDivided: (part: LoadPart, parts: readonly LoadPart[]) => void;
}

/** Answers that hold less than they count, or can't be read, until they are taken as they are. */
const mostTries = 3;

/** Asking for the calendars of many parts, and for what came back in doubt. */
export class LoadWork implements BatchWork<LoadItem> {
  readonly #options: LoadWorkOptions;
  /** Products that the service takes in one call, as far as it has refused more (§8, left open there). */
  #mostInCall = Infinity;

  constructor(options: LoadWorkOptions) {
    this.#options = options;
  }

  /** Each item is a call of its own. */
  size(): number {
    return 1;
  }

  async ask(batch: Batch<LoadItem>, signal: AbortSignal): Promise<Batch<LoadItem>[]> {
    const [item] = batch.items;
    if (item === undefined) return [];
    if (item.kind === 'part') return this.#askPart(item.part, batch, signal);
    const product = await askOwnCalendar(item.doubtful, this.#options, signal);
    item.part.open.delete(product.productId);
    this.#settleOwn(item, product);
    return [];
  }

  async refused(batch: Batch<LoadItem>, failure: CallFailure): Promise<Batch<LoadItem>[]> {
    const [item] = batch.items;
    const mayPass = failure.kind === 'refused' && failure.why.reason === 'broken-answer';
    if (mayPass && batch.failures + 1 < mostTries) return [{ ...batch, failures: batch.failures + 1 }];
    if (item?.kind === 'part' && (failure.kind === 'too-many' || failure.kind === 'passing')) {
      if (failure.kind === 'too-many') this.#tooMany(item.part);
      const parts = this.#divide(item.part);
      if (parts !== null) return parts;
    }
    this.giveUp(batch.items, failure.why);
    return [];
  }

  giveUp(items: readonly LoadItem[], why: NotAnswered): void {
    for (const item of items) {
      if (item.kind === 'own') this.#settleOwn(item, withoutOwnCalendar(item.doubtful));
      else {
        item.part.why = why;
        this.#options.onChange(item.part);
      }
    }
  }

  async #askPart(part: LoadPart, batch: Batch<LoadItem>, signal: AbortSignal): Promise<Batch<LoadItem>[]> {
    const { includeMaxLeadTime } = this.#options;
    const smaller = sizeOf(part) > this.#mostInCall ? this.#divide(part) : null;
    if (smaller !== null) return smaller;
    let answer: SpanAnswer;
    try {
      answer = await askSpan(this.#options, part.span, { includeMaxLeadTime, anew: true }, signal);
    } catch (error) {
      if (!(error instanceof SpanTooLarge)) throw error;
      this.#tooMany(part);
      return this.#divide(part) ?? [];
    }
    if (answer.withheld > 0 && batch.omissions + 1 < mostTries) return [{ ...batch, omissions: batch.omissions + 1 }];
    return this.#settlePart(part, answer).map((doubtful) => freshBatch([{ kind: 'own', part, doubtful }]));
  }

  /** Enters an answer; returns the products whose own calendar is to be asked. */
  #settlePart(part: LoadPart, answer: SpanAnswer): Doubtful[] {
    const { calendars, unlisted, withheld } = answer;
    const doubtful = calendars.filter(({ findings }) => findings.length > 0);
    if (withheld > 0) doubtful.push(...unlisted.map(leftOut));
    part.answer = answer;
    part.why = null;
    part.open = new Map(doubtful.map((each) => [each.productId, each]));
    part.products = inOrder(part, [
      ...calendars,
      ...unlisted.map((productId) => ({ kind: 'no-answer', productId, why: 'not-listed' }) as const),
    ]).map((product) => (part.open.has(product.productId) ? notLoaded(product.productId) : product));
    this.#options.onChange(part);
    return doubtful;
  }

  #settleOwn({ part }: LoadItem, product: ListedProduct): void {
    part.products = part.products.map((each) => (each.productId === product.productId ? product : each));
    this.#options.onProduct();
  }

  #tooMany(part: LoadPart): void {
    this.#mostInCall = Math.min(this.#mostInCall, Math.max(1, sizeOf(part) - 1));
  }

  #divide(part: LoadPart): Batch<LoadItem>[] | null {
    const parts = dividedPart(part);
    if (parts === null) return null;
    this.#options.onDivided(part, parts);
    return parts.map((each) => freshBatch([{ kind: 'part', part: each }]));
  }
}

function sizeOf({ from, to }: LoadPart): number {
  return to - from;
}

/** A list keeps its own order. */
function inOrder({ span }: LoadPart, products: ListedProduct[]): ListedProduct[] {
  if (span.kind === 'every') return products;
  const byId = new Map(products.map((product) => [product.productId, product]));
  return span.productIds.flatMap((productId) => byId.get(productId) ?? []);
}
