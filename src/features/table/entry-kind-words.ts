import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { EntryKind } from './entry-rows.ts';

/** What an entry is to the calendar, in a word or three. */
export function entryKindWords(kind: EntryKind, i18n: I18n): string {
  const words: Record<EntryKind, string> = {
    past: t(i18n)`Past`,
    'in-force': t(i18n)`In force`,
    expected: t(i18n)`Expected`,
    'max-lead-time': t(i18n)`Max lead time`,
    'after-max-lead-time': t(i18n)`After max lead time`,
    deleted: t(i18n)`Deleted`,
    'not-counted': t(i18n)`Not counted`,
  };
  return words[kind];
}
