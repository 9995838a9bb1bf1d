import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import type { LineNotification } from '#stock/contract/notifications.ts';
import { daysTold } from '#stock/notifications/change-kind.ts';

/**
 * Why a person is told: what changed, and against which date.
 * @param shipBy the promised or ship-by date, formatted
 */
export function changeWords(content: LineNotification, shipBy: string | null, i18n: I18n): string {
  const { kind, of } = content;
  if (kind === 'can-ship' && shipBy !== null) return i18n._(msg`Can ship by ${shipBy} again`);
  if (kind === 'falls-short' && shipBy !== null) return i18n._(msg`Can't ship by ${shipBy}`);
  const words = kindWords(kind, daysTold(content), i18n);
  return of === 'promise' && shipBy !== null ? i18n._(msg`${words}, promised for ${shipBy}`) : words;
}

function kindWords(kind: LineNotification['kind'], days: number, i18n: I18n): string {
  switch (kind) {
    case 'later':
      return days === 0
        ? i18n._(msg`Later`)
        : i18n._(msg`${plural(days, { one: '# day later', other: '# days later' })}`);
    case 'earlier':
      return days === 0
        ? i18n._(msg`Earlier`)
        : i18n._(msg`${plural(days, { one: '# day earlier', other: '# days earlier' })}`);
    case 'max-lead-time':
      return i18n._(msg`Max lead time only`);
    case 'not-available':
      return i18n._(msg`Not available`);
    case 'available':
      return i18n._(msg`Available again`);
    case 'backed':
      return i18n._(msg`Backed by stock again`);
    case 'back-in-stock':
      return i18n._(msg`Back in stock`);
    case 'can-ship':
      return i18n._(msg`Can ship again`);
    case 'falls-short':
    default:
      return i18n._(msg`Falls short`);
  }
}
