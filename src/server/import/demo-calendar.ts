import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { type Thousandths, toThousandths } from '#lib/thousandths.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { ShowcaseProduct } from './demo-showcase.ts';

/** The date so many days from today. */
export type DateOn = (day: number) => CalendarDate;

/** What the max lead time carries for a quantity in the field: a placeholder, not stock. */
const placeholder = toThousandths(99_999);

/** How the stock of a unit moves: the steps it is counted in, and what a delivery brings, in thousandths. */
const movements: Readonly<Record<string, { step: Thousandths; delivery: [from: Thousandths, to: Thousandths] }>> = {
  m: { step: 500, delivery: [40_000, 420_000] },
  kg: { step: 125, delivery: [8000, 90_000] },
  pcs: { step: 10_000, delivery: [500_000, 8_000_000] },
};

type Kind = 'usual' | 'out-of-stock' | 'only-max-lead-time' | 'no-max-lead-time' | 'late-entries' | 'only-deleted';

/** How many of 100 products are of each kind; the rest is usual. */
const shares: readonly [Kind, percent: number][] = [
  ['out-of-stock', 14],
  ['no-max-lead-time', 7],
  ['late-entries', 5],
  ['only-max-lead-time', 4],
  ['only-deleted', 1],
];

/** The rows of a showcase product, its days counted by `dateOn`. */
export function showcaseRows(product: ShowcaseProduct, dateOn: DateOn): StockRow[] {
  const { productId, maxLeadTime } = product;
  const row = (day: number, stockQuantity: Thousandths, flags: Partial<StockRow> = {}): StockRow => ({
    ...rowOf(productId, dateOn(day), stockQuantity),
    lastUpdateDate: dateOn(-1),
    ...flags,
  });
  return [
    ...product.entries.map(([day, level]) => row(day, toThousandths(level))),
    ...product.deleted.map(([day, level]) => row(day, toThousandths(level), { isDeleted: true })),
    ...(maxLeadTime === null ? [] : [row(maxLeadTime, placeholder, { isMaxLeadTime: true })]),
  ];
}

/** The rows of any other product: the same for the same id, its days counted by `dateOn`. */
export function demoRows(productId: ProductId, unit: string | null, dateOn: DateOn): StockRow[] {
  const random = seededRandom(productId);
  const kind = kindOf(random);
  const rows = kind === 'only-max-lead-time' ? [] : levels(productId, unit, dateOn, kind, random);
  const lastUpdateDate = dateOn(-random.pick([0, 0, 0, 1, 1, 2, 6]));
  if (kind !== 'no-max-lead-time' && kind !== 'only-deleted') {
    const day = kind === 'late-entries' ? random.between(28, 42) : random.between(100, 150);
    rows.push({ ...rowOf(productId, dateOn(day), placeholder), isMaxLeadTime: true });
  }
  for (const row of rows) row.lastUpdateDate = lastUpdateDate;
  return rows;
}

function kindOf(random: SeededRandom): Kind {
  let drawn = random.between(1, 100);
  for (const [kind, percent] of shares) {
    drawn -= percent;
    if (drawn <= 0) return kind;
  }
  return 'usual';
}

/** One to three entries in the past, the others up to about 14 weeks ahead; what is sold lowers the level. */
function levels(
  productId: ProductId,
  unit: string | null,
  dateOn: DateOn,
  kind: Kind,
  random: SeededRandom,
): StockRow[] {
  const { step, delivery } = movements[unit ?? 'm'] ?? { step: 500, delivery: [40_000, 420_000] as const };
  const count = random.between(9, 15);
  const isOut = kind === 'out-of-stock';
  let day = -random.between(10, 45);
  let level = isOut ? 0 : random.between(...delivery);
  return Array.from({ length: count }, () => {
    const row = rowOf(productId, dateOn(day), Math.floor(level / step) * step);
    const next = day + random.between(4, 13);
    // Many calendars are written new each morning, and so hold an entry of today.
    day = day < 0 && next > 0 && random.chance(40) ? 0 : next;
    const stillOut = isOut && day < 14;
    if (stillOut) level = 0;
    else if (random.chance(45)) level += random.between(...delivery);
    else level = Math.floor((level * random.between(55, 98)) / 100);
    return { ...row, isDeleted: kind === 'only-deleted' || random.chance(1) };
  });
}

function rowOf(productId: ProductId, stockDate: CalendarDate, stockQuantity: Thousandths): StockRow {
  return { productId, stockDate, stockQuantity, isMaxLeadTime: false, isDeleted: false, lastUpdateDate: stockDate };
}

/**
 * Numbers that look random and are the same in every run for the same seed. Mulberry32: a 32-bit generator, plenty for
 * data to look at, useless for secrets.
 */
export function seededRandom(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** A whole number from `from` to `to`, both included. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    /** True in `percent` of 100 cases. */
    chance: (percent: number) => next() * 100 < percent,
    /** One of `choices`, which must not be empty. */
    pick: <Choice>(choices: readonly Choice[]) => choices[between(0, choices.length - 1)] as Choice,
  };
}
export type SeededRandom = ReturnType<typeof seededRandom>;
