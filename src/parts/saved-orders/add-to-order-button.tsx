import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, ListChecks, ListPlus, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { useRememberedKey } from '#parts/remembered.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useScreenKeys } from '#ui/keys.ts';
import { LinkButton } from '#ui/link-button.tsx';

import classes from './add-to-order-button.module.css';
import { givenName, orderName } from './order-name.ts';
import type { NewLine } from './saved-order.ts';

const ActionMenu = lazy(async () => ({ default: (await import('#ui/action-menu.tsx')).ActionMenu }));

interface AddToOrderButtonProps {
  productIds: readonly ProductId[];
  /** Of each product. Null if the user will enter it later. */
  quantity: Thousandths | null;
  shipBy?: CalendarDate | null;
  /** Key that adds too, in lower case, named in the tooltip. */
  hotkey?: string;
}

/** Adds products to one of the user's orders, usually the open one, without leaving the page. */
export function AddToOrderButton({ productIds, quantity, shipBy = null, hotkey }: AddToOrderButtonProps) {
  const { t, i18n } = useLingui();
  const owner = useRememberedKey('order');
  const client = useQueryClient();
  const recent = queryOptions({
    queryKey: ['orders', { owner }, 'recent'],
    // Loaded on demand, because most visits don't need the order storage.
    queryFn: async () => (await import('./open-order.ts')).recentOrders(client, owner ?? ''),
    enabled: owner !== null,
    staleTime: 0,
  });
  const { data: { orders, current } = { orders: [], current: null } } = useQuery(recent);
  const adding = useMutation({
    mutationFn: async ({ lines, id }: { lines: readonly NewLine[]; id?: string }) => {
      const { addToOrder } = await import('./open-order.ts');
      return owner === null ? null : addToOrder(owner, lines, id);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: recent.queryKey }),
  });
  const undoing = useMutation({ mutationFn: async () => adding.data?.undo(), onSuccess: adding.reset });
  const button = useRef<HTMLButtonElement>(null);
  /** Null until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const lines = productIds.map((productId) => ({ product: String(productId), quantity, shipBy }));
  // The status of one query doesn't apply to the next.
  const isSaid = JSON.stringify(adding.variables?.lines) === JSON.stringify(lines);
  const added = isSaid && adding.isSuccess ? adding.data : null;
  const name = current === null ? '' : givenName(current);
  const label = t`Add to order`;
  const choice = name === '' ? t`Other order` : t`Order: ${name}`;

  useScreenKeys(
    hotkey === undefined || owner === null ? {} : { [hotkey]: ({ repeat }) => repeat || adding.mutate({ lines }) },
  );

  const others = orders.filter(({ id }) => id !== current?.id);
  return (
    <>
      <Button.Group className={classes.buttons}>
        <Button
          variant="default"
          disabled={owner === null}
          title={hotkey === undefined ? label : `${label} (${hotkey.toUpperCase()})`}
          leftSection={added ? <Check size={18} aria-hidden /> : <ListPlus size={18} aria-hidden />}
          onClick={() => adding.mutate({ lines })}
        >
          {label}
        </Button>
        {orders.length > 0 && (
          <Button
            ref={button}
            variant="default"
            className={classes.more}
            aria-label={choice}
            title={choice}
            aria-haspopup="menu"
            aria-expanded={isOpen === true}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes.name}>{name}</span>
            <ChevronDown size={16} aria-hidden />
          </Button>
        )}
      </Button.Group>
      <Suspense>
        {isOpen !== null && (
          <ActionMenu
            isOpen={isOpen}
            anchor={button}
            label={t`Other order`}
            actions={[
              ...others.map((order) => ({
                id: order.id,
                Icon: ListChecks,
                label: orderName(order, i18n),
                run: () => adding.mutate({ lines, id: order.id }),
              })),
              {
                id: 'new',
                Icon: Plus,
                label: t`New order`,
                startsGroup: others.length > 0,
                run: () => adding.mutate({ lines, id: 'new' }),
              },
            ]}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
      <Group component="output" gap={8} wrap="nowrap" fz={14} lh="20px" className={classes.said}>
        {added && (
          <>
            <Text inherit truncate>
              {added.name === '' ? <Trans>Added to the order</Trans> : <AddedTo name={added.name} />}
            </Text>
            <Link to="/order" className={classes.whole}>
              <Trans>View order</Trans>
            </Link>
            <LinkButton my={-4} flex="none" loading={undoing.isPending} onClick={() => undoing.mutate()}>
              <Trans>Undo</Trans>
            </LinkButton>
          </>
        )}
        {isSaid && adding.isError && <Trans>Couldn't add to the order. Try again.</Trans>}
        {added && undoing.isError && <Trans>Couldn't undo. Try again.</Trans>}
      </Group>
    </>
  );
}

function AddedTo({ name }: { name: string }) {
  return <Trans>Added to {name}</Trans>;
}
