import { fromThousandths } from '#lib/thousandths.ts';

import type { AskedLine } from './evidence.ts';
import { type Level, realLevels } from './levels.ts';

/** A product that can be asked for. */
export interface Candidate {
  productId: number;
  /** What is known of its calendar; empty where that is nothing. */
  levels: readonly Level[];
}

/** The `most` products that show most of the contract: different levels, and a max lead time. Best first. */
export function bestProducts(candidates: readonly Candidate[], most: number): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function worthOf({ levels }: Candidate): number {
  const quantities = new Set(realLevels(levels).map(({ quantity }) => quantity));
  const isLasting = lastingQuantity(levels) > 0;
  return (isLasting ? 4 : 0) + (quantities.size > 1 ? 2 : 0) + (hasMaxLeadTime(levels) ? 1 : 0);
}

/**
 * What to ask of a product: the quantity that it has from its last entry on, which nothing takes away again; 1 where
 * there is a max lead time alone, or nothing known; no line for a calendar that promises nothing.
 */
export function askedLine({ productId, levels }: Candidate): AskedLine[] {
  const quantity = lastingQuantity(levels);
  if (quantity > 0) return [{ productId, quantity: fromThousandths(quantity), isCertain: true }];
  if (levels.length > 0 && !hasMaxLeadTime(levels)) return [];
  return [{ productId, quantity: 1, isCertain: levels.length > 0 }];
}

function lastingQuantity(levels: readonly Level[]): number {
  return realLevels(levels).at(-1)?.quantity ?? 0;
}

function hasMaxLeadTime(levels: readonly Level[]): boolean {
  return levels.some(({ isMaxLeadTime }) => isMaxLeadTime);
}
