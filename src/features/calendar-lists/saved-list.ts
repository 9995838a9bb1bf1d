import type { ProductId } from '#contract/product-id.ts';

/** A list of products that somebody named. */
export interface SavedList {
  id: string;
  /** Whose it is: service, market and person (`rememberedKey`). */
  owner: string;
  name: string;
  /** Each once, in the person's order. */
  productIds: readonly ProductId[];
  /** Milliseconds since 1970. */
  changedAt: number;
}

export const longestName = 100;
export const mostProducts = 100_000;

/** A name as it is kept: on one line, without blanks around it, cut where it is too long. Empty where it is none. */
export function tidyName(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, longestName).trim();
}

/** The name itself, or with the first number that sets it apart: `Linen`, `Linen (2)`. Letter case sets nothing apart. */
export function freeName(name: string, taken: readonly string[]): string {
  const others = new Set(taken.map((other) => other.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const free = `${name.slice(0, longestName - suffix.length)}${suffix}`;
    if (!others.has(free.toLowerCase())) return free;
  }
}
