import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';

import type { Doubtful, PageOddities } from './calendar-page.ts';
import { type CalendarSpan, dividedSpan, type ProductChoice, type SpanAnswer, spansOfList } from './calendar-span.ts';

/** A run of the products that are loaded, answered by one call. */
export interface LoadPart {
  /** The places of its products, from 0; `to` is exclusive, and beyond the last product where the last page isn't full. */
  from: number;
  to: number;
  span: CalendarSpan;
  /** Null until it is there. */
  answer: SpanAnswer | null;
  /** Those that came, in their order, with what their own calendars told in place of what was in doubt. */
  products: ListedProduct[];
  /** Products whose own calendar is still to be had. */
  open: Map<number, Doubtful>;
  /** Why it could not be had, the last time that it was asked for. */
  why: NotAnswered | null;
}

/** One call: for a part (§4.4), or for the own calendar of one of its products (§4.1). */
export type LoadItem = { kind: 'part'; part: LoadPart } | { kind: 'own'; part: LoadPart; doubtful: Doubtful };

/** The part for a span whose first product is at `from`. */
function loadPart(span: CalendarSpan, from: number): LoadPart {
  const size = span.kind === 'list' ? span.productIds.length : span.pageSize;
  return { from, to: from + size, span, answer: null, products: [], open: new Map(), why: null };
}

/** The parts for spans that follow each other. */
export function loadParts(spans: readonly CalendarSpan[], from = 0): LoadPart[] {
  const parts: LoadPart[] = [];
  for (const span of spans) parts.push(loadPart(span, parts.at(-1)?.to ?? from));
  return parts;
}

/** The same products in smaller parts; null where the part can't be divided. */
export function dividedPart({ span, from }: LoadPart): LoadPart[] | null {
  const spans = dividedSpan(span);
  return spans === null ? null : loadParts(spans, from);
}

/** Whether all that the service counts in the part is there. */
export function isWhole({ answer, span }: LoadPart): boolean {
  return answer !== null && (span.kind === 'list' || answer.withheld === 0);
}

/** A product whose calendar isn't there yet. */
export function notLoaded(productId: ProductId): ListedProduct {
  return { kind: 'no-answer', productId, why: 'page-missing' };
}

/** Products in one call, which holds as many whole pages as fit. */
const mostInCall = 250;

/** The pages of a choice of products as parts to be loaded, and what came of them. */
export class PageBook {
  readonly #productIds: readonly ProductId[] | null;
  readonly #pageSize: number;
  readonly #callSize: number;
  #parts: LoadPart[];
  /** How many products there are; null until an answer tells. */
  total: number | null;

  constructor(choice: ProductChoice, pageSize: number) {
    this.#productIds = choice.kind === 'list' ? [...new Set(choice.productIds)] : null;
    this.#pageSize = pageSize;
    this.#callSize = Math.max(1, Math.floor(mostInCall / pageSize)) * pageSize;
    this.total = this.#productIds?.length ?? null;
    this.#parts = loadParts(this.#productIds === null ? [this.#everySpan(1)] : this.#listSpans(this.#productIds));
  }

  get parts(): readonly LoadPart[] {
    return this.#parts;
  }

  get totalPages(): number | null {
    return this.total === null ? null : Math.ceil(this.total / this.#pageSize);
  }

  /** Adds the parts that the total calls for. */
  extend(): void {
    if (this.#productIds !== null) return;
    for (let end = this.#end(); end < (this.total ?? 0); end = this.#end()) {
      this.#parts.push(...loadParts([this.#everySpan(end / this.#callSize + 1)], end));
    }
  }

  replace(part: LoadPart, parts: readonly LoadPart[]): void {
    this.#parts = this.#parts.flatMap((each) => (each === part ? parts : [each]));
  }

  /** Products whose own calendar is still to be had. */
  openProducts(): LoadItem[] {
    return this.#parts.flatMap((part) =>
      [...part.open.values()].map((doubtful) => ({ kind: 'own', part, doubtful }) as const),
    );
  }

  /** Pages that aren't whole; with `failedOnly` those among them that were asked for. */
  missing({ failedOnly }: { failedOnly: boolean }): MissingPages[] {
    const parts = this.#parts.filter(
      (part) => !isWhole(part) && (!failedOnly || part.why !== null || part.answer !== null),
    );
    const tail =
      this.#end() < (this.total ?? 0) ? [{ from: this.#end(), to: this.total ?? 0, why: null, answer: null }] : [];
    return missingPages(failedOnly ? parts : [...parts, ...tail], this.#pageSize, this.totalPages);
  }

  /** Each product once, in the order of the choice; of a list those that are missing too, without an answer. */
  products(): ListedProduct[] {
    const products = new Map<ProductId, ListedProduct>();
    for (const part of this.#parts) {
      if (part.answer === null && part.span.kind === 'list') {
        for (const productId of part.span.productIds) products.set(productId, notLoaded(productId));
      }
      for (const product of part.products) products.set(product.productId, product);
    }
    return [...products.values()];
  }

  oddities(): PageOddities {
    const answers = this.#parts.flatMap(({ answer }) => answer ?? []);
    return {
      notAsked: answers.flatMap(({ notAsked }) => notAsked),
      doubled: answers.flatMap(({ doubled }) => doubled),
      withheld: this.#parts.reduce((sum, part) => sum + (isWhole(part) ? 0 : (part.answer?.withheld ?? 0)), 0),
    };
  }

  /** When the service gave the oldest of what came; null before anything came. */
  oldestFetch(): number | null {
    const times = this.#parts.flatMap(({ answer }) => answer?.givenAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  #listSpans(productIds: readonly ProductId[]): CalendarSpan[] {
    const spans: CalendarSpan[] = [];
    for (let start = 0; start < productIds.length; start += this.#callSize) {
      spans.push(...spansOfList(productIds.slice(start, start + this.#callSize)));
    }
    return spans;
  }

  #everySpan(page: number): CalendarSpan {
    return { kind: 'every', page, pageSize: this.#callSize };
  }

  #end(): number {
    return this.#parts.at(-1)?.to ?? 0;
  }
}

/** Pages that follow each other and are not there for the same reason. */
export interface MissingPages {
  firstPage: number;
  lastPage: number;
  /** Null where they were not asked for, and where the service answered. */
  why: NotAnswered | null;
  /** Whether something of them is there: the service counted more products on them than it sent. */
  isPartial: boolean;
}

type MissingPart = Pick<LoadPart, 'from' | 'to' | 'why' | 'answer'>;

/** The pages that ascending parts lie on, each once. `totalPages` is null where it isn't known. */
function missingPages(parts: readonly MissingPart[], pageSize: number, totalPages: number | null): MissingPages[] {
  const missing: MissingPages[] = [];
  for (const { from, to, why, answer } of parts) {
    const before = missing.at(-1);
    const firstPage = Math.max(Math.floor(from / pageSize) + 1, (before?.lastPage ?? 0) + 1);
    const lastPage = Math.min(Math.ceil(to / pageSize), totalPages ?? Infinity);
    if (lastPage < firstPage) continue;
    const isPartial = answer !== null;
    const continues = before?.lastPage === firstPage - 1 && before.isPartial === isPartial && isSame(before.why, why);
    if (continues) before.lastPage = lastPage;
    else missing.push({ firstPage, lastPage, why, isPartial });
  }
  return missing;
}

/** How many pages they are. */
export function countPages(missing: readonly MissingPages[]): number {
  return missing.reduce((sum, { firstPage, lastPage }) => sum + lastPage - firstPage + 1, 0);
}

function isSame(a: NotAnswered | null, b: NotAnswered | null): boolean {
  return a?.reason === b?.reason && a?.sentence === b?.sentence;
}
