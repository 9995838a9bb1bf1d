import { failureOf } from '#data/request-failure.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { findByName, isName, productKey } from '#stock/order/line-product.ts';
import type { NoResult } from '#stock/order/line-state.ts';
import { memoize } from '#stock/memoize.ts';
import { parseProductId } from '#stock/product-entry.ts';

import { afterPaint } from './throttled-task.ts';

/** Result of looking up a line's product text. */
export interface ProductLookup {
  /** Null if there is no id to check. Ids that aren't in the catalog are kept, since the service decides. */
  productId: ProductId | null;
  /** Null if the catalog has no product of that id, SKU or name. */
  product: Product | null;
  /** Why the lookup failed. An id can still be checked, without its name. */
  failure?: NoResult;
}

/** Access to the catalog. */
export interface Catalog {
  /** Returns the product, or null, for each id or SKU in order; at most 1,000 keys. */
  resolve(keys: readonly string[]): Promise<readonly (Product | null)[]>;
  /** Returns the best matches for words of a name. */
  search(text: string): Promise<readonly Product[]>;
}

/** Lines are derived often, and most texts stay. */
const keyOf = memoize(productKey, 100_000);

const maxKeys = 1000;
const maxConcurrency = 3;
/** Maximum number of names searched one by one. A list with more of them has no ids at all. */
const maxNames = 200;

/** Finds the products of an order's lines by their text. Each text is looked up once, failed ones again on request. */
export class ProductDirectory {
  readonly #catalog: Catalog;
  readonly #onFound: () => void;
  readonly #lookups = new Map<string, ProductLookup>();
  /** Texts whose lookup is pending or completed. */
  readonly #requested = new Set<string>();
  #waiting: string[] = [];
  #running: Promise<void> | null = null;
  #names = 0;

  /** @param onFound called once when all lookups that were requested have completed or failed */
  constructor(catalog: Catalog, onFound: () => void) {
    this.#catalog = catalog;
    this.#onFound = onFound;
  }

  /** Undefined until it is known. */
  find(text: string): ProductLookup | undefined {
    // Most texts are their own key.
    return this.#lookups.get(text) ?? this.#lookups.get(keyOf(text));
  }

  /** Looks up new texts, and with `retryFailed` also failed ones. */
  request(texts: Iterable<string>, retryFailed = false): void {
    for (const text of texts) {
      const key = keyOf(text);
      const isRetry = retryFailed && this.#lookups.get(key)?.failure !== undefined;
      if (key === '' || (this.#requested.has(key) && !isRetry)) continue;
      this.#requested.add(key);
      this.#waiting.push(key);
    }
    if (this.#waiting.length > 0) this.#running ??= this.#run();
  }

  /** Resolves when no lookup is pending. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // Batches the texts of one task, and lets the browser paint first.
    await new Promise<void>((drawn) => afterPaint(drawn));
    const lanes = Array.from({ length: maxConcurrency }, async () => {
      for (let keys = this.#take(); keys.length > 0; keys = this.#take()) await this.#lookUp(keys);
    });
    await Promise.all(lanes);
    this.#onFound();
    this.#running = null;
    if (this.#waiting.length > 0) this.#running = this.#run();
  }

  #take(): string[] {
    return [...new Set(this.#waiting.splice(0, maxKeys))];
  }

  async #lookUp(keys: readonly string[]): Promise<void> {
    try {
      const products = await this.#catalog.resolve(keys);
      const names: string[] = [];
      for (const [index, key] of keys.entries()) {
        const product = products[index] ?? null;
        if (product === null && isName(key) && this.#names < maxNames) {
          this.#names += 1;
          names.push(key);
        } else this.#lookups.set(key, { productId: product?.productId ?? parseProductId(key), product });
      }
      for (const name of names) {
        const product = await findByName(this.#catalog, name);
        this.#lookups.set(name, { productId: product?.productId ?? null, product });
      }
    } catch (error) {
      const { why: failure } = failureOf(error);
      for (const key of keys) {
        const found = this.#lookups.get(key);
        if (!found || found.failure) this.#lookups.set(key, { productId: parseProductId(key), product: null, failure });
      }
    }
  }
}
