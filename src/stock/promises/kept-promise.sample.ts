import type { KeptPromise } from '#stock/contract/promises.ts';

const promised = { kind: 'expected', date: '2026-12-10', day: '2026-11-26' } as const;

/** A promise of 60 m for December 10, 2026, told on November 26, that holds. */
export function keptPromise(changes: Partial<KeptPromise> = {}): KeptPromise {
  return {
    letterId: 'a-letter',
    place: 0,
    productId: 1,
    product: 'Blue poplin',
    quantity: 60_000,
    unit: 'm',
    toldAt: 0,
    promised,
    now: promised,
    since: 0,
    checkedAt: 0,
    closed: null,
    changes: [],
    ...changes,
  };
}
