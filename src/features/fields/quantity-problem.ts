import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { formatQuantity, type QuantityReading } from '#lib/locale-number.ts';
import { largestQuantity } from '#lib/thousandths.ts';

type Reason = Extract<QuantityReading, { ok: false }>['reason'];

/** Why what stands in a quantity field was not taken, and what would be right. */
export function describeQuantityProblem(reason: Reason, i18n: I18n, locale: string): string {
  const example = formatQuantity(1_250_500, locale);
  const largest = formatQuantity(largestQuantity, locale);
  const sentences: Record<Reason, string> = {
    empty: t(i18n)`Quantity is missing: write a number such as ${example}.`,
    'not-a-number': t(i18n)`Quantity must be a number such as ${example}.`,
    'too-many-decimals': t(i18n)`Quantity takes at most three decimals.`,
    'too-small': t(i18n)`Quantity must be above 0.`,
    'too-large': t(i18n)`Quantity can be at most ${largest}.`,
    ambiguous: t(i18n)`Quantity can be read in two ways: write it as in ${example}.`,
  };
  return sentences[reason];
}
