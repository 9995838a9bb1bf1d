import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

import type { Product } from '#stock/contract/gateway-responses.ts';
import { daysBetween, later, todayIn, type CalendarDate } from '#stock/calendar-date.ts';
import { formatDate, formatDateNear, formatDaysFromToday, type DateStyle } from '#stock/locale-date.ts';
import { formatCount, formatQuantity } from '#stock/locale-number.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { withUnit } from '#stock/with-unit.ts';

import { localeFor, type Language } from './language.ts';
import { readText, useText, writeText } from './remembered-text.ts';

/** The service's date, and the time zone that it is the date in. */
export interface ServiceDay {
  today: CalendarDate;
  /** IANA name (`STOCK_TIME_ZONE`). */
  timeZone: string;
}

/** The user's number and date formats, and the service's current date. */
export interface Locale extends ServiceDay {
  language: Language;
  /** BCP 47, for `Intl`. */
  locale: string;
  /** The same as `today` where texts may call it *today*; null if the user's local date is another. */
  namedToday: CalendarDate | null;
  setLanguage: (language: Language) => void;
  /** Locale selected for numbers and dates, null to follow the browser. */
  format: string | null;
  setFormat: (format: string | null) => void;
  /** Default unit for products without one, null for none. */
  ownUnit: string | null;
  setOwnUnit: (unit: string) => void;
  /** Includes the unit if given: `1,234.5 m`. */
  formatQuantity: (quantity: Thousandths, unit?: string | null) => string;
  /** Formats a count: `1,234`. */
  formatCount: (count: number) => string;
  /** For the screen: with the year only if it isn't this one ({@link withYears}). */
  formatDate: (date: CalendarDate, style: DateStyle) => string;
  /** `today`, `in 12 days`, `3 days ago`; `Nov 25` instead of `today` if that is another day for the user. */
  formatFromToday: (date: CalendarDate) => string;
  /** Formats a ship date for a cell. A past one is today's: `Today`, or the date if that is another day for the user. */
  formatShipDate: (date: CalendarDate, style: DateStyle) => string;
}

const LocaleContext = createContext<Locale | null>(null);

interface LocaleProviderProps extends ServiceDay {
  language: Language;
  onLanguage: (language: Language) => void;
  children: ReactNode;
}

export function LocaleProvider({ language, today, timeZone, onLanguage, children }: LocaleProviderProps) {
  const localDay = useLocalDay();
  const format = readFormat(useText(formatKey));
  const ownUnit = readOwnUnit(useText(unitKey));
  const value = useMemo(
    () => localeOf({ language, format, ownUnit, today, timeZone, setLanguage: onLanguage }, localDay),
    [language, format, ownUnit, today, timeZone, localDay, onLanguage],
  );
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

/** @throws Error outside {@link LocaleProvider}. */
export function useLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('useLocale needs a LocaleProvider above it');
  return locale;
}

/**
 * The locale for results of another day or of earlier stock data: nothing in
 * them is *today*, and their dates are counted from no day.
 */
export function localeAsOf(locale: Locale, day: CalendarDate): Locale {
  const { formatDate } = locale;
  return {
    ...locale,
    today: day,
    namedToday: null,
    formatFromToday: (date) => formatDate(date, 'short'),
    formatShipDate: (date, style) => formatDate(later(date, day), style),
  };
}

/** Everything in it is of `day`, as {@link localeAsOf} says; null if it is of today. */
export function AsOf({ day, children }: { day: CalendarDate | null; children: ReactNode }) {
  const locale = useLocale();
  const value = useMemo(() => (day === null ? locale : localeAsOf(locale, day)), [locale, day]);
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

/** Preferences, not stock data: they are kept on sign-out. */
const formatKey = 'stock-horizon.format';
const unitKey = 'stock-horizon.unit';

type Chosen = Pick<Locale, 'language' | 'format' | 'ownUnit' | 'today' | 'timeZone' | 'setLanguage'>;

/** Returns {@link Locale.locale} for a language, outside React. */
export function storedLocale(language: Language): string {
  return readFormat(readText(formatKey)) ?? localeFor(language, navigator.languages);
}

/** @param localDay the user's local date, which decides nothing but whether *today* and *tomorrow* are said */
export function localeOf(chosen: Chosen, localDay: CalendarDate): Locale {
  const { language, format, today } = chosen;
  const locale = format ?? localeFor(language, navigator.languages);
  const namedToday = localDay === today ? today : null;
  const formatFromToday = (date: CalendarDate) => {
    const days = daysBetween(today, date);
    return namedToday === null && Math.abs(days) <= maxNamedDays
      ? formatDate(date, locale, 'short')
      : formatDaysFromToday(days, language);
  };
  return {
    ...chosen,
    locale,
    namedToday,
    setFormat: (next) => writeText(formatKey, next ?? ''),
    setOwnUnit: (unit) => writeText(unitKey, unit),
    formatQuantity: (quantity, unit) => {
      const figure = formatQuantity(quantity, locale);
      return unit ? withUnit(figure, unit) : figure;
    },
    formatCount: (count) => formatCount(count, locale),
    formatDate: (date, style) => formatDateNear(date, today, locale, style),
    formatFromToday,
    formatShipDate: (date, style) =>
      namedToday !== null && date <= namedToday
        ? capitalized(formatFromToday(namedToday), language)
        : formatDateNear(later(date, today), today, locale, style),
  };
}

/** The same words for files, copies and print, which are read in other years too. */
export function withYears<Words extends Pick<Locale, 'locale' | 'formatDate'>>(words: Words): Words {
  return { ...words, formatDate: (date: CalendarDate, style: DateStyle) => formatDate(date, words.locale, style) };
}

/** German names the day after tomorrow as well. */
const maxNamedDays = 2;

function capitalized(text: string, language: Language): string {
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}

/**
 * Returns the unit of a product's quantities: its own, otherwise the user's default. Null while the product is loading
 * (undefined), so that no wrong unit is shown meanwhile.
 * @param product null if the catalog doesn't contain it
 */
export function useUnit(product: Pick<Product, 'unit'> | null | undefined): string | null {
  const { ownUnit } = useLocale();
  return product === undefined ? null : (product?.unit ?? ownUnit);
}

const maxWait = 60_000;

/** Returns the user's local date, updated after midnight and after the device wakes up. No rule depends on it. */
function useLocalDay(): CalendarDate {
  const [day, setDay] = useState(() => todayIn());
  useEffect(() => {
    const update = () => setDay(todayIn());
    const timer = setInterval(update, maxWait);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return day;
}

/** Selectable locales (BCP 47), covering every grouping, decimal separator and date order. */
export const formats = [
  'en-US',
  'en-GB',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'nl-NL',
  'nl-BE',
  'it-IT',
  'es-ES',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'pl-PL',
  'cs-CZ',
  'en-IN',
  'ja-JP',
] as const;

/** Parses the stored locale, null if there is none or it is no longer offered. */
export function readFormat(text: string | null): string | null {
  return formats.find((format) => format === text) ?? null;
}

/** Maximum length in characters. */
export const maxUnitLength = 12;

/** Parses and normalizes the stored unit, null if it is empty. */
export function readOwnUnit(text: string | null): string | null {
  const unit = Array.from((text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, maxUnitLength)
    .join('');
  return unit === '' ? null : unit;
}
