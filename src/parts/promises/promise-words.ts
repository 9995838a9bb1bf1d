import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import type { CloseReason, PromiseStatus } from '#stock/promises/promise-status.ts';

interface StatusWords {
  i18n: I18n;
  /** Of the last check. */
  checkedOn: string;
}

/** The status of a promise, in words (promises, *Status*). */
export function promiseStatusWords(status: PromiseStatus, { i18n, checkedOn }: StatusWords): string {
  switch (status.kind) {
    case 'earlier':
      return i18n._(msg`Earlier`);
    case 'later':
      return i18n._(msg`${plural(status.days, { one: '# day later', other: '# days later' })}`);
    case 'max-lead-time':
      return i18n._(msg`Max lead time only`);
    case 'not-available':
      return i18n._(msg`Not available`);
    case 'not-reliable':
      return i18n._(msg`Not reliable`);
    case 'not-checked':
      return i18n._(msg`Not checked since ${checkedOn}`);
    case 'due-today':
      return i18n._(msg`Due today`);
    case 'past':
      return i18n._(msg`Past`);
    case 'closed':
      return closeWords(status.why, i18n);
    case 'same-lead-time':
      return i18n._(msg`${plural(status.days, { one: '# day later', other: '# days later' })}, same lead time`);
    case 'on-time':
    default:
      return i18n._(msg`On time`);
  }
}

export function closeWords(why: CloseReason, i18n: I18n): string {
  return i18n._({ ordered: msg`Ordered`, shipped: msg`Shipped`, cancelled: msg`Cancelled` }[why]);
}
