import { msg, plural } from '@lingui/core/macro';

import type { Wording } from '#parts/result/wording.ts';
import type { RememberedList } from '#parts/remembered.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { isProductId } from '#stock/contract/limits.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#stock/calendar-date.ts';

/** Stored part of the service's response; null if the quantity wasn't available. */
export type RememberedResult = { stockDate: CalendarDate; isMaxLeadTime: boolean } | null;

/** A past check with its result. */
export interface RecentLookup {
  product: Product;
  /** Thousandths. */
  quantity: Thousandths;
  shipBy: CalendarDate | null;
  stockResult: RememberedResult;
  /** The service's date at the time of the check. */
  checkedOn: CalendarDate;
  /** Time of the response, Unix milliseconds. */
  checkedAt: number;
}

function isLookup(stored: unknown): stored is RecentLookup {
  const { product, quantity, shipBy, stockResult, checkedOn, checkedAt } = (stored ?? {}) as Partial<RecentLookup>;
  return (
    isProductId(product?.productId) &&
    Number.isInteger(quantity) &&
    Number(quantity) > 0 &&
    (shipBy === null || isDate(shipBy)) &&
    (stockResult === null || (isDate(stockResult?.stockDate) && typeof stockResult.isMaxLeadTime === 'boolean')) &&
    isDate(checkedOn) &&
    Number.isInteger(checkedAt)
  );
}

function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

/** Whether two checks have one result: it doesn't depend on the ship-by date, of which several may be tried. */
export function isSameQuery(
  one: Pick<RecentLookup, 'product' | 'quantity'>,
  other: Pick<RecentLookup, 'product' | 'quantity'>,
): boolean {
  return one.product.productId === other.product.productId && one.quantity === other.quantity;
}

export const recentLookups: RememberedList<RecentLookup> = {
  name: 'recent-lookups',
  currentNames: { neededBy: 'shipBy', answer: 'stockResult', askedOn: 'checkedOn', askedAt: 'checkedAt' },
  isEntry: isLookup,
  isSame: isSameQuery,
  maxEntries: 12,
};

/** Change since a stored result, and whether it is better or worse for the customer. */
export interface RecentChange {
  words: string;
  tone: 'better' | 'worse' | null;
}

/** Describes what changed since a stored result. *In stock* then and now counts as unchanged. */
export function changeSince(
  wording: Wording,
  before: Pick<RecentLookup, 'stockResult' | 'checkedOn'>,
  now: RememberedResult,
): RecentChange {
  const { i18n, today } = wording;
  const { stockResult, checkedOn } = before;
  const same: RecentChange = { words: i18n._(msg`unchanged`), tone: null };

  if (now === null) return stockResult === null ? same : worse(i18n._(msg`no longer available`));
  const date = wording.formatDate(now.stockDate, 'long');
  if (stockResult === null) return better(i18n._(msg`now available, ${date}`));
  const isHere = isInStock(now, today);
  if (isInStock(stockResult, checkedOn)) return isHere ? same : worse(i18n._(msg`no longer in stock: ${date}`));
  if (isHere) return better(i18n._(msg`now in stock`));
  if (now.isMaxLeadTime && !stockResult.isMaxLeadTime) return worse(i18n._(msg`now at max lead time, ${date}`));
  if (!now.isMaxLeadTime && stockResult.isMaxLeadTime) return better(i18n._(msg`now backed by stock, ${date}`));
  const days = daysBetween(stockResult.stockDate, now.stockDate);
  if (days === 0) return same;
  const count = Math.abs(days);
  return days > 0
    ? worse(i18n._(msg`${plural(count, { one: 'ships # day later', other: 'ships # days later' })}`))
    : better(i18n._(msg`${plural(count, { one: 'ships # day earlier', other: 'ships # days earlier' })}`));
}

const better = (words: string): RecentChange => ({ words, tone: 'better' });
const worse = (words: string): RecentChange => ({ words, tone: 'worse' });

function isInStock(stockResult: NonNullable<RememberedResult>, on: CalendarDate): boolean {
  return !stockResult.isMaxLeadTime && stockResult.stockDate <= on;
}

/** Describes a stored result as of its day, with the full date because *today* was another day. */
export function rememberedWords(
  wording: Wording,
  { stockResult, checkedOn }: Pick<RecentLookup, 'stockResult' | 'checkedOn'>,
): string {
  const { i18n } = wording;
  if (stockResult === null) return i18n._(msg`not available`);
  const date = wording.formatDate(stockResult.stockDate, 'long');
  if (stockResult.isMaxLeadTime) return i18n._(msg`max lead time, ${date}`);
  return stockResult.stockDate <= checkedOn ? i18n._(msg`in stock`) : i18n._(msg`expected ${date}`);
}
