import '#contract/no-eval.ts';
import { msg, plural } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { shortDateWords, type Wording } from '#features/answer/wording.ts';
import { CalendarDateSchema } from '#contract/envelope.ts';
import { Product } from '#contract/gateway.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

/** What the service said, as far as it is remembered; null: not available in this quantity. */
export const RememberedAnswer = z.nullable(z.object({ stockDate: CalendarDateSchema, isMaxLeadTime: z.boolean() }));
export type RememberedAnswer = z.infer<typeof RememberedAnswer>;

/** One question that was asked here, with the answer of that moment. */
export const RecentLookup = z.object({
  product: Product,
  /** Thousandths. */
  quantity: z.int().check(z.positive()),
  neededBy: z.nullable(CalendarDateSchema),
  answer: RememberedAnswer,
  /** The person's today when it was asked. */
  askedOn: CalendarDateSchema,
  /** When the answer came, in Unix milliseconds. */
  askedAt: z.int(),
});
export type RecentLookup = z.infer<typeof RecentLookup>;

const mostLookups = 12;

/** The remembered lookups in `text`, latest first; none where it is missing or broken. */
export function readRecentLookups(text: string | null): readonly RecentLookup[] {
  if (text === null) return [];
  try {
    return z.array(RecentLookup).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The lookups with `lookup` first: it replaces an earlier answer to the same question, and the oldest drop out. */
export function withLookup(lookups: readonly RecentLookup[], lookup: RecentLookup): readonly RecentLookup[] {
  return [lookup, ...lookups.filter((other) => !isSameQuestion(other, lookup))].slice(0, mostLookups);
}

/** Whether two lookups ask for the same quantity of the same product by the same day. */
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

/** What became of a remembered answer. `days` is positive when the date moved later. */
export type RecentChange =
  | { kind: 'same' }
  | { kind: 'now-in-stock' }
  | { kind: 'no-longer-in-stock'; date: CalendarDate }
  | { kind: 'moved'; days: number }
  | { kind: 'now-max-lead-time'; date: CalendarDate }
  | { kind: 'now-expected'; date: CalendarDate }
  | { kind: 'now-available'; date: CalendarDate }
  | { kind: 'not-available' };

/** What changed between a remembered answer and the one of today; what was in stock then and is now is the same. */
export function changeSince(
  before: Pick<RecentLookup, 'answer' | 'askedOn'>,
  now: RememberedAnswer,
  today: CalendarDate,
): RecentChange {
  if (now === null) return { kind: before.answer === null ? 'same' : 'not-available' };
  if (before.answer === null) return { kind: 'now-available', date: now.stockDate };
  const isHere = isInStock(now, today);
  if (isInStock(before.answer, before.askedOn))
    return isHere ? { kind: 'same' } : { kind: 'no-longer-in-stock', date: now.stockDate };
  if (isHere) return { kind: 'now-in-stock' };
  if (now.isMaxLeadTime && !before.answer.isMaxLeadTime) return { kind: 'now-max-lead-time', date: now.stockDate };
  if (!now.isMaxLeadTime && before.answer.isMaxLeadTime) return { kind: 'now-expected', date: now.stockDate };
  const days = daysBetween(before.answer.stockDate, now.stockDate);
  return days === 0 ? { kind: 'same' } : { kind: 'moved', days };
}

/** Whether that is good news for whoever waits for the goods; null where nothing changed. */
export function toneOf(change: RecentChange): 'better' | 'worse' | null {
  if (change.kind === 'same') return null;
  if (change.kind === 'moved') return change.days < 0 ? 'better' : 'worse';
  return ['now-in-stock', 'now-expected', 'now-available'].includes(change.kind) ? 'better' : 'worse';
}

function isInStock(answer: NonNullable<RememberedAnswer>, on: CalendarDate): boolean {
  return !answer.isMaxLeadTime && answer.stockDate <= on;
}

/** A remembered answer as it read on the day it was given; the date in full, since *today* was another day. */
export function rememberedWords(
  wording: Wording,
  { answer, askedOn }: Pick<RecentLookup, 'answer' | 'askedOn'>,
): string {
  const { i18n } = wording;
  if (answer === null) return i18n._(msg`not available in this quantity`);
  const date = shortDateWords(wording, answer.stockDate);
  if (answer.isMaxLeadTime) return i18n._(msg`max lead time, ${date}`);
  return answer.stockDate <= askedOn ? i18n._(msg`in stock`) : i18n._(msg`expected ${date}`);
}

/** When an answer was given, `2 March 2026 at 14:32` in the person's own time. */
export function asOfWords({ locale }: Pick<Wording, 'locale'>, at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

/** What became of a remembered answer. */
export function changeWords(wording: Wording, change: RecentChange): string {
  const { i18n } = wording;
  switch (change.kind) {
    case 'now-in-stock':
      return i18n._(msg`now in stock`);
    case 'no-longer-in-stock':
      return i18n._(msg`no longer in stock: ${shortDateWords(wording, change.date)}`);
    case 'moved':
      return movedWords(wording, change.days);
    case 'now-max-lead-time':
      return i18n._(msg`now only at max lead time, ${shortDateWords(wording, change.date)}`);
    case 'now-expected':
      return i18n._(msg`now from real stock, ${shortDateWords(wording, change.date)}`);
    case 'now-available':
      return i18n._(msg`now available, ${shortDateWords(wording, change.date)}`);
    case 'not-available':
      return i18n._(msg`no longer available`);
    case 'same':
      return i18n._(msg`unchanged`);
    default:
      return change satisfies never;
  }
}

function movedWords({ i18n }: Wording, days: number): string {
  const count = Math.abs(days);
  return days > 0
    ? i18n._(msg`${plural(count, { one: 'moved # day later', other: 'moved # days later' })}`)
    : i18n._(msg`${plural(count, { one: 'moved # day earlier', other: 'moved # days earlier' })}`);
}
