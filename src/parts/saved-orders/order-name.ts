import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import type { OrderHeader } from './saved-order.ts';

/** Returns the name of an order, or its number of lines if it has none. */
export function orderName({ name, lineCount }: Pick<OrderHeader, 'name' | 'lineCount'>, i18n: I18n): string {
  return name || t(i18n)`${plural(lineCount, { one: '# line', other: '# lines' })}`;
}
