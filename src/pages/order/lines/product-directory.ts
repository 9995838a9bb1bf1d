import { failureOf } from '#api/call-failure.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';
import { parseProductId } from '#domain/product-entry.ts';
import type { SavedProduct } from '#features/saved-orders/saved-order.ts';

import { afterPaint } from './throttled-task.ts';

/** Result of looking up a line's product text. */
export interface Finding {
  /** Null if there is no id to check. Ids that aren't in the catalog are kept, since the service decides. */
  productId: ProductId | null;
  /** Null if the catalog has no product of that id, SKU or name. */
  product: Product | null;
  /** Why the lookup failed. An id can still be checked, without its name. */
  failure?: NotAnswered;
}

/** Access to the catalog. */
export interface Catalogue {
  /** Returns the product, or null, for each id or SKU in order; at most 1,000 keys. */
  resolve(keys: readonly string[]): Promise<readonly (Product | null)[]>;
  /** Returns the best matches for words of a name. */
  search(text: string): Promise<readonly Product[]>;
}

const mostKeys = 1000;
const maxConcurrency = 3;
/** Maximum number of names searched one by one. A list with more of them has no ids at all. */
const mostNames = 200;

/** Finds the products of an order's lines by their text. Each text is looked up once, failed ones again on request. */
export class ProductDirectory {
  readonly #catalogue: Catalogue;
  readonly #onFound: () => void;
  readonly #findings = new Map<string, Finding>();
  /** Texts whose lookup is pending or completed. */
  readonly #asked = new Set<string>();
  #waiting: string[] = [];
  #running: Promise<void> | null = null;
  #names = 0;

  /**
   * @param saved result of {@link save}, valid until its texts are looked up again
   * @param onFound called when lookups of texts have completed or failed
   */
  constructor(catalogue: Catalogue, saved: readonly SavedProduct[], onFound: () => void) {
    this.#catalogue = catalogue;
    this.#onFound = onFound;
    for (const { text, ...finding } of saved) this.#findings.set(text, finding);
  }

  /** Undefined until it is known. */
  find(text: string): Finding | undefined {
    return this.#findings.get(keyOf(text));
  }

  /** Looks up new texts, and with `anew` also failed ones. */
  want(texts: Iterable<string>, anew = false): void {
    for (const text of texts) {
      const key = keyOf(text);
      const isToRetry = anew && this.#findings.get(key)?.failure !== undefined;
      if (key === '' || (this.#asked.has(key) && !isToRetry)) continue;
      this.#asked.add(key);
      this.#waiting.push(key);
    }
    if (this.#waiting.length > 0) this.#running ??= this.#run();
  }

  /** Resolves when no lookup is pending. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Returns the known results of texts. */
  save(texts: Iterable<string>): SavedProduct[] {
    return [...new Set(Array.from(texts, keyOf))].flatMap((text) => {
      const finding = this.#findings.get(text);
      return finding && !finding.failure ? { text, productId: finding.productId, product: finding.product } : [];
    });
  }

  async #run(): Promise<void> {
    // Batches the texts of one task, and lets the browser paint first.
    await new Promise<void>((drawn) => afterPaint(drawn));
    const lanes = Array.from({ length: maxConcurrency }, async () => {
      for (let keys = this.#take(); keys.length > 0; keys = this.#take()) await this.#lookUp(keys);
    });
    await Promise.all(lanes);
    this.#running = null;
    if (this.#waiting.length > 0) this.#running = this.#run();
  }

  #take(): string[] {
    return [...new Set(this.#waiting.splice(0, mostKeys))];
  }

  async #lookUp(keys: readonly string[]): Promise<void> {
    try {
      const products = await this.#catalogue.resolve(keys);
      const names: string[] = [];
      for (const [index, key] of keys.entries()) {
        const product = products[index] ?? null;
        if (product === null && isName(key) && this.#names < mostNames) {
          this.#names += 1;
          names.push(key);
        } else this.#findings.set(key, { productId: product?.productId ?? parseProductId(key), product });
      }
      for (const name of names) {
        const product = await findByName(this.#catalogue, name);
        this.#findings.set(name, { productId: product?.productId ?? null, product });
      }
    } catch (error) {
      const { why: failure } = failureOf(error);
      for (const key of keys) {
        const found = this.#findings.get(key);
        if (!found || found.failure)
          this.#findings.set(key, { productId: parseProductId(key), product: null, failure });
      }
    }
    this.#onFound();
  }
}

/** Returns the product with exactly that lowercase name, unless there are several. */
export async function findByName({ search }: Pick<Catalogue, 'search'>, name: string): Promise<Product | null> {
  const [product, ...others] = (await search(name)).filter((candidate) => keyOf(candidate.name ?? '') === name);
  return others.length === 0 ? (product ?? null) : null;
}

function keyOf(text: string): string {
  const key = text.trim().toLowerCase();
  return /\s/.test(key) ? key.replaceAll(/\s+/g, ' ') : key;
}

/** Whether a lowercase text is a name rather than an id or SKU. */
export function isName(key: string): boolean {
  return parseProductId(key) === null && /\p{L}.* .*\p{L}|^\p{L}+$/u.test(key);
}
