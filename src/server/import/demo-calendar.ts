import type { ProductId } from '#stock/contract/product-id.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { type Thousandths, toThousandths } from '#stock/thousandths.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { ShowcaseProduct } from './demo-showcase.ts';

/** Returns the date a number of days from today. */
export type DateOn = (day: number) => CalendarDate;

/** Quantity of a max lead time: a placeholder, not stock. */
const placeholder = toThousandths(99_999);

/** Stock movements by unit: increment of quantities, and size of a delivery, in thousandths. */
const movements: Readonly<Record<string, { step: Thousandths; delivery: [from: Thousandths, to: Thousandths] }>> = {
  m: { step: 500, delivery: [40_000, 420_000] },
  kg: { step: 125, delivery: [8000, 90_000] },
  pcs: { step: 10_000, delivery: [500_000, 8_000_000] },
};

type Kind =
  | 'usual'
  | 'out-of-stock'
  | 'sells-out'
  | 'only-max-lead-time'
  | 'no-max-lead-time'
  | 'late-entries'
  | 'only-deleted';

/** Share of each kind of product; all others are usual. */
const shares: readonly [Kind, percent: number][] = [
  ['out-of-stock', 14],
  ['no-max-lead-time', 7],
  ['late-entries', 5],
  ['only-max-lead-time', 4],
  ['only-deleted', 1],
  ['sells-out', 3],
];

/** Returns the rows of a showcase product, with dates from `dateOn`. */
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

/** Returns the rows of any other product, reproducible by ID, with dates from `dateOn`. */
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

/** Generates one to three past entries and others up to about 14 weeks ahead. Sales lower the quantity. */
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
  /** Day from which the product is sold out until the next delivery; null if that isn't soon. */
  let soldOut = kind === 'sells-out' ? random.between(2, 24) : null;
  return Array.from({ length: count }, () => {
    const row = rowOf(productId, dateOn(day), Math.floor(level / step) * step);
    const next = day + random.between(4, 13);
    // Many calendars are updated each morning, and so contain an entry of today.
    day = day < 0 && next > 0 && random.chance(40) ? 0 : next;
    const stillOut = isOut && day < 14;
    if (stillOut) level = 0;
    else if (soldOut !== null && day >= soldOut) {
      level = 0;
      soldOut = null;
    } else if (random.chance(45)) level += random.between(...delivery);
    else level = Math.floor((level * random.between(55, 98)) / 100);
    return { ...row, isDeleted: kind === 'only-deleted' || random.chance(1) };
  });
}

function rowOf(productId: ProductId, stockDate: CalendarDate, stockQuantity: Thousandths): StockRow {
  return { productId, stockDate, stockQuantity, isMaxLeadTime: false, isDeleted: false, lastUpdateDate: stockDate };
}

/**
 * Generates reproducible pseudorandom numbers from a seed by Mulberry32: a 32-bit generator, good enough for demo data,
 * unsuitable for secrets.
 */
export function seededRandom(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Returns an integer from `from` to `to`, both included. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    /** True with a probability of `percent`. */
    chance: (percent: number) => next() * 100 < percent,
    /** Returns one of `choices`, which must not be empty. */
    pick: <Choice>(choices: readonly Choice[]) => choices[between(0, choices.length - 1)] as Choice,
  };
}
export type SeededRandom = ReturnType<typeof seededRandom>;
