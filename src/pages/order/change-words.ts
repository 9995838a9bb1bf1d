import { plural, t } from '@lingui/core/macro';

import type { LineChange } from '#domain/order/check-record.ts';

import type { OrderWords } from './order-words.ts';

/** What changed for a line since the check before; null where nothing did. */
export function changeWords(change: LineChange, { i18n, formatDate }: OrderWords): string | null {
  switch (change.kind) {
    case 'moved': {
      const days = Math.abs(change.days);
      const from = formatDate(change.from, 'short');
      return change.days > 0
        ? t(i18n)`${plural(days, { one: '# day', other: '# days' })} later than ${from}`
        : t(i18n)`${plural(days, { one: '# day', other: '# days' })} earlier than ${from}`;
    }
    case 'newly-max-lead-time':
      return t(i18n)`newly at max lead time, was ${formatDate(change.from, 'short')}`;
    case 'recovered':
      return change.from === null
        ? t(i18n)`recovered: there was no date before`
        : t(i18n)`recovered, was max lead time ${formatDate(change.from, 'short')}`;
    case 'lost':
      return t(i18n)`no date any more, was ${formatDate(change.from, 'short')}`;
    case 'unchanged':
    default:
      return null;
  }
}
