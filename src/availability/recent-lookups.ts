import { msg, plural } from '@lingui/core/macro';

import type { Wording } from '#parts/result/wording.ts';
import type { RememberedList } from '#parts/remembered.ts';
import type { Product } from '#stock/contract/gateway-answers.ts';
import { isProductId } from '#stock/contract/limits.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#stock/calendar-date.ts';

/** Stored part of the service's response; null if the quantity wasn't available. */
export type RememberedAnswer = { stockDate: CalendarDate; isMaxLeadTime: boolean } | null;

/** A past check with its result. */
export interface RecentLookup {
  product: Product;
  /** Thousandths. */
  quantity: Thousandths;
  neededBy: CalendarDate | null;
  answer: RememberedAnswer;
  /** The service's date at the time of the check. */
  askedOn: CalendarDate;
  /** Time of the response, Unix milliseconds. */
  askedAt: number;
}

function isLookup(stored: unknown): stored is RecentLookup {
  const { product, quantity, neededBy, answer, askedOn, askedAt } = (stored ?? {}) as Partial<RecentLookup>;
  return (
    isProductId(product?.productId) &&
    Number.isInteger(quantity) &&
    Number(quantity) > 0 &&
    (neededBy === null || isDate(neededBy)) &&
    (answer === null || (isDate(answer?.stockDate) && typeof answer.isMaxLeadTime === 'boolean')) &&
    isDate(askedOn) &&
    Number.isInteger(askedAt)
  );
}

function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

export function isSameQuestion(
  one: Pick<RecentLookup, 'product' | 'quantity' | 'neededBy'>,
  other: Pick<RecentLookup, 'product' | 'quantity' | 'neededBy'>,
): boolean {
  return (
    one.product.productId === other.product.productId &&
    one.quantity === other.quantity &&
    one.neededBy === other.neededBy
  );
}

export const recentLookups: RememberedList<RecentLookup> = {
  name: 'recent-lookups',
  isEntry: isLookup,
  isSame: isSameQuestion,
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
  before: Pick<RecentLookup, 'answer' | 'askedOn'>,
  now: RememberedAnswer,
): RecentChange {
  const { i18n, today } = wording;
  const { answer, askedOn } = before;
  const same: RecentChange = { words: i18n._(msg`unchanged`), tone: null };

  if (now === null) return answer === null ? same : worse(i18n._(msg`no longer available`));
  const date = wording.formatDate(now.stockDate, 'long');
  if (answer === null) return better(i18n._(msg`now available, ${date}`));
  const isHere = isInStock(now, today);
  if (isInStock(answer, askedOn)) return isHere ? same : worse(i18n._(msg`no longer in stock: ${date}`));
  if (isHere) return better(i18n._(msg`now in stock`));
  if (now.isMaxLeadTime && !answer.isMaxLeadTime) return worse(i18n._(msg`now at max lead time, ${date}`));
  if (!now.isMaxLeadTime && answer.isMaxLeadTime) return better(i18n._(msg`now backed by stock, ${date}`));
  const days = daysBetween(answer.stockDate, now.stockDate);
  if (days === 0) return same;
  const count = Math.abs(days);
  return days > 0
    ? worse(i18n._(msg`${plural(count, { one: 'ships # day later', other: 'ships # days later' })}`))
    : better(i18n._(msg`${plural(count, { one: 'ships # day earlier', other: 'ships # days earlier' })}`));
}

const better = (words: string): RecentChange => ({ words, tone: 'better' });
const worse = (words: string): RecentChange => ({ words, tone: 'worse' });

function isInStock(answer: NonNullable<RememberedAnswer>, on: CalendarDate): boolean {
  return !answer.isMaxLeadTime && answer.stockDate <= on;
}

/** Describes a stored result as of its day, with the full date because *today* was another day. */
export function rememberedWords(
  wording: Wording,
  { answer, askedOn }: Pick<RecentLookup, 'answer' | 'askedOn'>,
): string {
  const { i18n } = wording;
  if (answer === null) return i18n._(msg`not available`);
  const date = wording.formatDate(answer.stockDate, 'long');
  if (answer.isMaxLeadTime) return i18n._(msg`max lead time, ${date}`);
  return answer.stockDate <= askedOn ? i18n._(msg`in stock`) : i18n._(msg`expected ${date}`);
}
