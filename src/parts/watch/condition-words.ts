import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import type { WatchCondition } from '#stock/promises/line-event.ts';

/** A condition of a watch, in words. */
export function conditionWords(condition: WatchCondition, days: number, i18n: I18n): string {
  switch (condition) {
    case 'can-ship':
      return i18n._(msg`Can ship by the date again`);
    case 'falls-short':
      return i18n._(msg`Falls short`);
    case 'moves':
      return i18n._(
        msg`${plural(days, { one: 'Date moves by a day or more', other: 'Date moves by # days or more' })}`,
      );
    case 'back-in-stock':
    default:
      return i18n._(msg`Back in stock`);
  }
}
