import { setupI18n } from '@lingui/core';

import { type CalendarDate, daysBetween } from '#stock/calendar-date.ts';
import { formatDate, formatDaysFromToday } from '#stock/locale-date.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { withUnit } from '#stock/with-unit.ts';

import type { Wording } from './wording.ts';

/** Creates a test wording in English with British formats, as of a day. */
export function wordingOn(today: CalendarDate, unit: string | null = null): Wording {
  const locale = 'en-GB';
  return {
    i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
    locale,
    today,
    namedToday: today,
    unit,
    formatDate: (date, style) => formatDate(date, locale, style),
    formatQuantity: (quantity) => {
      const figure = formatQuantity(quantity, locale);
      return unit === null ? figure : withUnit(figure, unit);
    },
    formatFromToday: (date) => formatDaysFromToday(daysBetween(today, date), locale),
  };
}
