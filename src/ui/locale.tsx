import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';

import type { Product } from '#contract/gateway.ts';
import { daysBetween, todayIn, type CalendarDate } from '#lib/calendar-date.ts';
import { formatDate, formatDaysFromToday, type DateStyle } from '#lib/locale-date.ts';
import { formatCount, formatQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { withUnit } from '#lib/with-unit.ts';

import { localeFor, type Language } from './language.ts';
import { onTextChange, readText, writeText } from './remembered-text.ts';

/** How the person reads numbers and dates, and what day it is for them. */
export interface Locale {
  language: Language;
  /** BCP 47, for `Intl`. */
  locale: string;
  /** The person's local date. */
  today: CalendarDate;
  setLanguage: (language: Language) => void;
  /** The locale that the person chose for numbers and dates; null where they follow the browser. */
  format: string | null;
  setFormat: (format: string | null) => void;
  /** What the person calls the unit of products that name none; null for nothing. */
  ownUnit: string | null;
  setOwnUnit: (unit: string) => void;
  /** With its unit, where one is given: `1,234.5 m`. */
  formatQuantity: (quantity: Thousandths, unit?: string | null) => string;
  /** How many: `1,234`. */
  formatCount: (count: number) => string;
  formatDate: (date: CalendarDate, style: DateStyle) => string;
  /** `today`, `in 12 days`, `3 days ago`. */
  formatFromToday: (date: CalendarDate) => string;
}

const LocaleContext = createContext<Locale | null>(null);

interface LocaleProviderProps {
  language: Language;
  onLanguage: (language: Language) => void;
  children: ReactNode;
}

export function LocaleProvider({ language, onLanguage, children }: LocaleProviderProps) {
  const today = useToday();
  const format = useSyncExternalStore(onTextChange, () => readFormat(readText(formatKey)));
  const ownUnit = useSyncExternalStore(onTextChange, () => readOwnUnit(readText(unitKey)));
  const value = useMemo(
    () => localeOf({ language, format, ownUnit, today, setLanguage: onLanguage }),
    [language, format, ownUnit, today, onLanguage],
  );
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

/** @throws Error outside of {@link LocaleProvider}. */
export function useLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('useLocale needs a LocaleProvider above it');
  return locale;
}

/** Settings of the person, not of what they saw: a sign-out leaves them. */
const formatKey = 'stock-horizon.format';
const unitKey = 'stock-horizon.unit';

function localeOf(chosen: Pick<Locale, 'language' | 'format' | 'ownUnit' | 'today' | 'setLanguage'>): Locale {
  const { language, format, today } = chosen;
  const locale = format ?? localeFor(language, navigator.languages);
  return {
    ...chosen,
    locale,
    setFormat: (next) => writeText(formatKey, next ?? ''),
    setOwnUnit: (unit) => writeText(unitKey, unit),
    formatQuantity: (quantity, unit) => {
      const figure = formatQuantity(quantity, locale);
      return unit ? withUnit(figure, unit) : figure;
    },
    formatCount: (count) => formatCount(count, locale),
    formatDate: (date, style) => formatDate(date, locale, style),
    formatFromToday: (date) => formatDaysFromToday(daysBetween(today, date), language),
  };
}

/**
 * The unit to write a product's quantities with: its own, else what the person calls it. Null while the product is
 * on its way (undefined): another unit for a moment would be a wrong one.
 * @param product null where the catalogue has none
 */
export function useUnit(product: Pick<Product, 'unit'> | null | undefined): string | null {
  const { ownUnit } = useLocale();
  return product === undefined ? null : (product?.unit ?? ownUnit);
}

const longestWait = 60_000;

/** The person's local date, carried on over midnight and after the machine slept. */
export function useToday(): CalendarDate {
  const [today, setToday] = useState(() => todayIn());
  useEffect(() => {
    const update = () => setToday(todayIn());
    const timer = setInterval(update, longestWait);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return today;
}

/** The ways of writing numbers and dates that are offered (BCP 47): every grouping, decimal mark and order of a date. */
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

/** The choice remembered in `text`; null where there is none, or one that is no longer offered. */
export function readFormat(text: string | null): string | null {
  return formats.find((format) => format === text) ?? null;
}

/** In characters: a label beside a figure, no sentence. */
export const longestUnit = 12;

/** The unit remembered in `text`, tidied; null where it holds none. */
export function readOwnUnit(text: string | null): string | null {
  const unit = Array.from((text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, longestUnit)
    .join('');
  return unit === '' ? null : unit;
}
