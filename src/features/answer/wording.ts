import type { I18n } from '@lingui/core';

import type { Product } from '#contract/gateway.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import { formatDate, formatDaysFromToday } from '#lib/locale-date.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { withUnit } from '#lib/with-unit.ts';

/** In whose words, from which day and in which unit the sentences of this screen speak. */
export interface Wording {
  i18n: I18n;
  /** BCP 47 tag that numbers and dates are written in. */
  locale: string;
  today: CalendarDate;
  unit: string | null;
}

/** A quantity with its unit, `2.5 m`. */
export function quantityWords({ locale, unit }: Pick<Wording, 'locale' | 'unit'>, quantity: Thousandths): string {
  const figure = formatQuantity(quantity, locale);
  return unit === null ? figure : withUnit(figure, unit);
}

/** A date in full, `Tuesday, 17 March 2026`. */
export function dateWords({ locale }: Pick<Wording, 'locale'>, date: CalendarDate): string {
  return formatDate(date, locale, 'weekday');
}

/** A date without its weekday, `17 March 2026`. */
export function shortDateWords({ locale }: Pick<Wording, 'locale'>, date: CalendarDate): string {
  return formatDate(date, locale, 'long');
}

/** The weekday of a date, `Tuesday`. */
export function weekdayWords({ locale }: Pick<Wording, 'locale'>, date: CalendarDate): string {
  return formatDate(date, locale, 'weekday alone');
}

/** How far a date lies from today, `in 12 days`; what is past can leave today and reads so. */
export function distanceWords({ locale, today }: Pick<Wording, 'locale' | 'today'>, date: CalendarDate): string {
  return formatDaysFromToday(Math.max(0, daysBetween(today, date)), locale);
}

/** What a customer knows the product by: its name, else its SKU, else its id. */
export function productWords({ name, sku, productId }: Product): string {
  const words = name ?? sku ?? String(productId);
  return rightToLeft.test(words) ? `\u2068${words}\u2069` : words;
}

/** Scripts that would turn the order of the sentence around them, were they not kept apart. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
