import { failureOf } from '#api/call-failure.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';
import { productIdIn } from '#domain/product-entry.ts';

import { afterPaint } from './throttled-task.ts';

/** What the text of a line's product means. */
export interface Finding {
  /** Null where there is none to ask the service for; an id that the catalogue doesn't hold is one: the service knows best. */
  productId: ProductId | null;
  /** Null where the catalogue has none of that id or SKU. */
  product: Product | null;
}

/** How the catalogue is asked. */
export interface Catalogue {
  /** For each id or SKU, in order, the product or null; at most 1,000 of them. */
  resolve(keys: readonly string[]): Promise<readonly (Product | null)[]>;
  /** The best matches for words of a name. */
  search(text: string): Promise<readonly Product[]>;
}

const mostKeys = 1000;
const mostAtOnce = 3;
/** Names that are looked for one by one; a list of more of them has no ids at all. */
const mostNames = 200;

/** Which products the texts of an order's lines mean. Every text is looked up once; one that failed when it is retried. */
export class ProductDirectory {
  readonly #catalogue: Catalogue;
  readonly #onFound: (texts: readonly string[]) => void;
  readonly #findings = new Map<string, Finding>();
  readonly #asked = new Set<string>();
  #waiting: string[] = [];
  #running: Promise<void> | null = null;
  #names = 0;
  /** Of the texts that could not be looked up. */
  readonly #failures = new Map<string, NotAnswered>();

  /** @param onFound told which texts have a finding now, or could not be looked up */
  constructor(catalogue: Catalogue, onFound: (texts: readonly string[]) => void) {
    this.#catalogue = catalogue;
    this.#onFound = onFound;
  }

  /** Undefined where it isn't known yet; an id that could not be looked up can be asked for without its name. */
  find(text: string): Finding | undefined {
    const key = keyOf(text);
    const id = this.#failures.has(key) ? productIdIn(key) : null;
    return this.#findings.get(key) ?? (id === null ? undefined : { productId: id, product: null });
  }

  /** Why the text could not be looked up; null where it could, or isn't yet. */
  failureOf(text: string): NotAnswered | null {
    return this.#failures.get(keyOf(text)) ?? null;
  }

  /** Has texts looked up that aren't yet, whether they failed or not. */
  retry(texts: Iterable<string>): void {
    const all = [...texts];
    for (const text of all) this.#failures.delete(keyOf(text));
    this.want(all);
  }

  /** Has texts looked up that aren't yet, and didn't fail. */
  want(texts: Iterable<string>): void {
    for (const text of texts) {
      const key = keyOf(text);
      if (key === '' || this.#asked.has(key) || this.#findings.has(key) || this.#failures.has(key)) continue;
      this.#asked.add(key);
      this.#waiting.push(key);
    }
    if (this.#waiting.length > 0) this.#running ??= this.#run();
  }

  /** Ends when nothing is being looked up. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // What is wanted within one task goes together, and after it has been drawn.
    await new Promise<void>((drawn) => afterPaint(drawn));
    const lanes = Array.from({ length: mostAtOnce }, async () => {
      for (let keys = this.#take(); keys.length > 0; keys = this.#take()) await this.#lookUp(keys);
    });
    await Promise.all(lanes);
    this.#running = null;
    if (this.#waiting.length > 0) this.#running = this.#run();
  }

  #take(): string[] {
    return this.#waiting.splice(0, mostKeys);
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
        } else this.#findings.set(key, { productId: product?.productId ?? productIdIn(key), product });
      }
      for (const name of names) this.#findings.set(name, await this.#findByName(name));
    } catch (error) {
      const { why } = failureOf(error);
      for (const key of keys) {
        this.#asked.delete(key);
        if (!this.#findings.has(key)) this.#failures.set(key, why);
      }
    }
    this.#onFound(keys);
  }

  /** A product of exactly that name, where there is one only. */
  async #findByName(name: string): Promise<Finding> {
    const found = await this.#catalogue.search(name);
    const [product, ...others] = found.filter((candidate) => keyOf(candidate.name ?? '') === name);
    return product && others.length === 0
      ? { productId: product.productId, product }
      : { productId: null, product: null };
  }
}

function keyOf(text: string): string {
  const key = text.trim().toLowerCase();
  return /\s/.test(key) ? key.replaceAll(/\s+/g, ' ') : key;
}

function isName(key: string): boolean {
  return productIdIn(key) === null && /\p{L}.* .*\p{L}|^\p{L}+$/u.test(key);
}
