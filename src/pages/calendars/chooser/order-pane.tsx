import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';

import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { listOrders, readOrder } from '#features/saved-orders/order-store.ts';
import type { OrderHeader } from '#features/saved-orders/saved-order.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import { rememberedKey } from '#features/remembered.ts';
import type { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';
import { RefusedKeys } from './refused-keys.tsx';
import { useProductKeys } from './use-product-keys.ts';

/** The products of an order that this browser keeps. */
export function OrderPane({ onAdd }: { onAdd: (ids: readonly ProductId[]) => void }) {
  const { t } = useLingui();
  const { data: person } = useQuery(session.current());
  const owner = person ? rememberedKey('order', person) : null;
  const { data: orders, isError } = useQuery({
    queryKey: ['kept', 'orders', { owner }],
    queryFn: () => listOrders(owner ?? ''),
    enabled: owner !== null,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<OrderHeader | null>(null);
  const filled = orders?.filter(({ lineCount }) => lineCount > 0) ?? [];

  if (isError) {
    return (
      <p className={classes.muted}>
        <Trans>This browser keeps no orders.</Trans>
      </p>
    );
  }
  if (!orders) return <PanelWaiting lines={3} />;
  if (filled.length === 0) {
    return (
      <PanelEmpty icon={ListChecks} title={t`No order is kept in this browser`}>
        <Link to="/order">
          <Trans>Put one together</Trans>
        </Link>
      </PanelEmpty>
    );
  }
  return (
    <>
      <ul aria-label={t`Orders`} className={classes.found}>
        {filled.map((order) => (
          <li key={order.id}>
            <label className={classes.option}>
              <input type="radio" name="order" checked={chosen?.id === order.id} onChange={() => setChosen(order)} />
              <OrderName order={order} />
            </label>
          </li>
        ))}
      </ul>
      {chosen && <OrderProducts key={chosen.id} order={chosen} onAdd={onAdd} />}
    </>
  );
}

function OrderName({ order: { name, lineCount, changedAt } }: { order: OrderHeader }) {
  const { locale } = useLocale();
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(changedAt);
  return (
    <span className={classes.what}>
      <bdi>{name || <Trans>Order without a name</Trans>}</bdi>
      <span className={classes.codes}>
        <Plural value={lineCount} one="# line" other="# lines" />
        {' · '}
        {when}
      </span>
    </span>
  );
}

function OrderProducts({ order, onAdd }: { order: OrderHeader; onAdd: (ids: readonly ProductId[]) => void }) {
  const { data: keys } = useQuery({
    queryKey: ['kept', 'order-products', { id: order.id, changedAt: order.changedAt }],
    queryFn: async () => {
      const lines = (await readOrder(order.id))?.contents.lines ?? [];
      const written = lines.map(({ productId, product }) => (productId === null ? product.trim() : String(productId)));
      return [...new Set(written)].filter((key) => key !== '');
    },
  });
  const none = useMemo(() => [], []);
  const { ids, unknown, isPending, error, retry } = useProductKeys(keys ?? none);
  return (
    <>
      {error && <PanelError error={error} onRetry={retry} />}
      <RefusedKeys refused={none} unknown={unknown} />
      <div>
        <Button variant="default" disabled={isPending || ids.length === 0} onClick={() => onAdd(ids)}>
          <Plural value={ids.length} one="Add its # product" other="Add its # products" />
        </Button>
      </div>
    </>
  );
}
