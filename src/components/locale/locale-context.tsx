import { createContext, use, useMemo, type ReactNode } from 'react';

import { daysBetween, type CalendarDate } from '#lib/calendar-date.ts';
import { formatDate, formatDaysFromToday, type DateStyle } from '#lib/locale-date.ts';
import { formatQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { localeFor, type Language } from './language.ts';
import { useToday } from './use-today.ts';

/** How the person reads numbers and dates, and what day it is for them. */
export interface Locale {
  language: Language;
  /** BCP 47, for `Intl`. */
  locale: string;
  /** The person's local date. */
  today: CalendarDate;
  setLanguage: (language: Language) => void;
  /** With its unit, where one is given: `1,234.5 m`. */
  formatQuantity: (quantity: Thousandths, unit?: string | null) => string;
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
  const value = useMemo(() => localeOf(language, today, onLanguage), [language, today, onLanguage]);
  return <LocaleContext value={value}>{children}</LocaleContext>;
}

/** @throws Error outside of {@link LocaleProvider}. */
export function useLocale(): Locale {
  const locale = use(LocaleContext);
  if (!locale) throw new Error('useLocale needs a LocaleProvider above it');
  return locale;
}

const noBreakSpace = '\u00A0';

function localeOf(language: Language, today: CalendarDate, setLanguage: Locale['setLanguage']): Locale {
  const locale = localeFor(language, navigator.languages);
  return {
    language,
    locale,
    today,
    setLanguage,
    formatQuantity: (quantity, unit) => {
      const figure = formatQuantity(quantity, locale);
      return unit ? `${figure}${noBreakSpace}${unit}` : figure;
    },
    formatDate: (date, style) => formatDate(date, locale, style),
    formatFromToday: (date) => formatDaysFromToday(daysBetween(today, date), locale),
  };
}
