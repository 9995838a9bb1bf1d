import { useLingui } from '@lingui/react/macro';

import type { OrderHeader } from '#features/saved-orders/saved-order.ts';

/** What an order is called: its name, or how many lines it has. */
export function useNameOfOrder() {
  const { t } = useLingui();
  return ({ name, lineCount }: Pick<OrderHeader, 'name' | 'lineCount'>): string =>
    name || (lineCount === 1 ? t`1 line` : t`${lineCount} lines`);
}
