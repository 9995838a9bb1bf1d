import { failureOf } from '#api/call-failure.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { NotAnswered } from '#domain/order/line-state.ts';
import { productIdIn } from '#domain/product-entry.ts';
import type { SavedProduct } from '#features/saved-orders/saved-order.ts';

import { afterPaint } from './throttled-task.ts';

/** What the text of a line's product means. */
export interface Finding {
  /** Null where there is none to ask the service for; an id that the catalog doesn't hold is one: the service decides. */
  productId: ProductId | null;
  /** Null where the catalog has none of that id or SKU. */
  product: Product | null;
  /** Why it could not be looked up; an id can be asked for all the same, without its name. */
  failure?: NotAnswered;
}

/** How the catalog is asked. */
export interface Catalogue {
  /** For each id or SKU, in order, the product or null; at most 1,000 of them. */
  resolve(keys: readonly string[]): Promise<readonly (Product | null)[]>;
  /** The best matches for words of a name. */
  search(text: string): Promise<readonly Product[]>;
}

const mostKeys = 1000;
const maxConcurrency = 3;
/** Names that are looked for one by one; a list of more of them has no ids at all. */
const mostNames = 200;

/** Which products the texts of an order's lines mean. Every text is looked up once; one that failed when it is retried. */
export class ProductDirectory {
  readonly #catalogue: Catalogue;
  readonly #onFound: () => void;
  readonly #findings = new Map<string, Finding>();
  /** Texts that are looked up, or were. */
  readonly #asked = new Set<string>();
  #waiting: string[] = [];
  #running: Promise<void> | null = null;
  #names = 0;

  /**
   * @param saved what {@link save} gave; it holds until it is looked up again
   * @param onFound told when texts have a finding, or could not be looked up
   */
  constructor(catalogue: Catalogue, saved: readonly SavedProduct[], onFound: () => void) {
    this.#catalogue = catalogue;
    this.#onFound = onFound;
    for (const { text, ...finding } of saved) this.#findings.set(text, finding);
  }

  /** Undefined where it isn't known yet. */
  find(text: string): Finding | undefined {
    return this.#findings.get(keyOf(text));
  }

  /** Has texts looked up that aren't yet, and with `anew` those that failed. */
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

  /** Ends when nothing is being looked up. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** What is known of texts. */
  save(texts: Iterable<string>): SavedProduct[] {
    return [...new Set(Array.from(texts, keyOf))].flatMap((text) => {
      const finding = this.#findings.get(text);
      return finding && !finding.failure ? { text, productId: finding.productId, product: finding.product } : [];
    });
  }

  async #run(): Promise<void> {
    // What is wanted within one task goes together, and after it has been drawn.
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
        } else this.#findings.set(key, { productId: product?.productId ?? productIdIn(key), product });
      }
      for (const name of names) {
        const product = await findByName(this.#catalogue, name);
        this.#findings.set(name, { productId: product?.productId ?? null, product });
      }
    } catch (error) {
      const { why: failure } = failureOf(error);
      for (const key of keys) {
        const found = this.#findings.get(key);
        if (!found || found.failure) this.#findings.set(key, { productId: productIdIn(key), product: null, failure });
      }
    }
    this.#onFound();
  }
}

/** The product of exactly that name, in small letters, where there is one only. */
export async function findByName({ search }: Pick<Catalogue, 'search'>, name: string): Promise<Product | null> {
  const [product, ...others] = (await search(name)).filter((candidate) => keyOf(candidate.name ?? '') === name);
  return others.length === 0 ? (product ?? null) : null;
}

function keyOf(text: string): string {
  const key = text.trim().toLowerCase();
  return /\s/.test(key) ? key.replaceAll(/\s+/g, ' ') : key;
}

/** Whether a text in small letters is a name rather than an id or a SKU. */
export function isName(key: string): boolean {
  return productIdIn(key) === null && /\p{L}.* .*\p{L}|^\p{L}+$/u.test(key);
}
