import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import type { PageOddities } from './calendar-page.ts';
import { type CalendarSpan, type ProductChoice, spansOfList } from './calendar-span.ts';
import { isWhole, type LoadPart, loadParts, notLoaded } from './load-part.ts';
import type { LoadItem } from './load-work.ts';
import { type MissingPages, missingPages } from './missing-pages.ts';

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
