import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { type SharedOrder, unpackOrder } from '#features/saved-orders/order-link.ts';

import { packedOrderIn } from './order-fragment.ts';

/** Opens the order that the address holds, once; the address is plain again afterwards. */
export function useSharedOrder(onOrder: (order: SharedOrder) => void, say: (notice: string) => void): void {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/order' });
  const packed = packedOrderIn(useRouterState({ select: ({ location }) => location.hash }));

  const open = useEffectEvent(async (text: string) => {
    const order = await unpackOrder(text);
    if (order === null) say(t`The link holds no order that can be read. It may have been cut short on the way.`);
    else onOrder(order);
    await navigate({ search: (before) => before, hash: '', replace: true, resetScroll: false });
  });

  useEffect(() => {
    if (packed !== null) void open(packed);
  }, [packed]);
}
