import type { ProductId } from '#contract/product-id.ts';

import type { DayNumber } from './day-number.ts';

/** A row's key within one market. */
export interface RowKey {
  productId: ProductId;
  isMaxLeadTime: boolean;
  day: DayNumber;
}

const firstSize = 1 << 12;
/** Of the places filled at most: beyond it the walk to a free one gets long. */
const fullest = 0.6;
/** Days before 1970 count too; a stored 0 means that the place is free. */
const dayOffset = 1_000_000;

/**
 * The keys that an import has written to one market, in eight bytes and a little room each: a stock of ten
 * million rows takes 130 to 270 MB, where a Set of texts would take gigabytes.
 */
export class RowKeys {
  #products = new Uint32Array(firstSize);
  #days = new Uint32Array(firstSize);
  #size = 0;

  /** Notes the key. Gives false where it was noted before. */
  add({ productId, isMaxLeadTime, day }: RowKey): boolean {
    if (this.#size >= this.#products.length * fullest) this.#grow();
    const isNew = this.#put(((productId << 1) | Number(isMaxLeadTime)) >>> 0, day + dayOffset);
    if (isNew) this.#size++;
    return isNew;
  }

  #put(product: number, day: number): boolean {
    const products = this.#products;
    const days = this.#days;
    const mask = products.length - 1;
    let place = placeOf(product, day) & mask;
    while (days[place] !== 0) {
      if (days[place] === day && products[place] === product) return false;
      place = (place + 1) & mask;
    }
    products[place] = product;
    days[place] = day;
    return true;
  }

  #grow(): void {
    const products = this.#products;
    const days = this.#days;
    this.#products = new Uint32Array(products.length * 2);
    this.#days = new Uint32Array(products.length * 2);
    for (const [index, day] of days.entries()) if (day !== 0) this.#put(products[index] ?? 0, day);
  }
}

/** Products and days that follow each other end up far apart. */
function placeOf(product: number, day: number): number {
  const mixed = Math.imul(product ^ Math.imul(day, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
