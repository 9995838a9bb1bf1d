import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import type { OrderHeader } from './saved-order.ts';

type Named = Partial<OrderHeader> & Pick<OrderHeader, 'name'>;

/** Returns customer and name or reference of an order; empty without them. */
export function givenName({ customer, name, reference }: Named): string {
  return [customer, name || reference].filter(Boolean).join(' · ');
}

/** Returns what an order is called: customer and name or reference; without them its first product, or its number of lines. */
export function orderName(order: Named & Pick<OrderHeader, 'lineCount'>, i18n: I18n): string {
  const { firstProduct, lineCount } = order;
  const known = givenName(order);
  if (known !== '') return known;
  const others = lineCount - 1;
  if (!firstProduct) return t(i18n)`${plural(lineCount, { one: '# line', other: '# lines' })}`;
  return others > 0
    ? t(i18n)`${plural(others, { one: `${firstProduct} and # more`, other: `${firstProduct} and # more` })}`
    : firstProduct;
}
