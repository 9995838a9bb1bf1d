import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { LineStatus } from '#domain/order/line-state.ts';

/** A line's status in the words of the screen; empty for one that wasn't asked. */
export function statusWords(status: LineStatus, i18n: I18n): string {
  const words: Record<LineStatus, string> = {
    unasked: '',
    checking: t(i18n)`Checking`,
    'in-stock': t(i18n)`In stock`,
    expected: t(i18n)`Expected`,
    'max-lead-time': t(i18n)`Max lead time`,
    'unknown-product': t(i18n)`Unknown product`,
    'not-available': t(i18n)`Not available`,
    'not-answered': t(i18n)`Not answered`,
    'not-trusted': t(i18n)`Answer not trusted`,
  };
  return words[status];
}
