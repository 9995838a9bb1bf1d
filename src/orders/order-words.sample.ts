import { type Messages, setupI18n } from '@lingui/core';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatDateNear } from '#stock/locale-date.ts';
import { formatCount, formatQuantity } from '#stock/locale-number.ts';

import type { OrderWords } from './order-words.ts';

/** Returns the words of an order for a day; in English if no messages are given. */
export function wordsOn(today: CalendarDate, language = 'en', messages: Messages = {}): OrderWords {
  return {
    i18n: setupI18n({ locale: language, messages: { [language]: messages } }),
    locale: language,
    today,
    timeZone: 'UTC',
    namedToday: today,
    formatDate: (date, style) => formatDateNear(date, today, language, style),
    formatQuantity: (quantity, unit) => `${formatQuantity(quantity, language)} ${unit ?? ''}`.trim(),
    formatShipDate: (date, style) => (date <= today ? 'Today' : formatDateNear(date, today, language, style)),
    formatFromToday: (date) => formatCount(date.length, language),
  };
}
