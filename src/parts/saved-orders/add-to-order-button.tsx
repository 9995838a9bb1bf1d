import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { useRememberedKey } from '#parts/remembered.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useScreenKeys } from '#ui/keys.ts';
import { LinkButton } from '#ui/link-button.tsx';

import classes from './add-to-order-button.module.css';
import type { NewLine } from './saved-order.ts';

const OrderChoice = lazy(async () => ({ default: (await import('./order-choice.tsx')).OrderChoice }));

interface AddToOrderButtonProps {
  productIds: readonly ProductId[];
  /** Of each product. Null if the user will enter it later. */
  quantity: Thousandths | null;
  shipBy?: CalendarDate | null;
  /** Key that adds too, in lower case, named in the tooltip. */
  hotkey?: string;
}

/** Adds products to the order that the user works on, or to one that a menu asks for, without leaving the page. */
export function AddToOrderButton({ productIds, quantity, shipBy = null, hotkey }: AddToOrderButtonProps) {
  const { t } = useLingui();
  const owner = useRememberedKey('order');
  const client = useQueryClient();
  const [isChoosing, setChoosing] = useState(false);
  const adding = useMutation({
    mutationFn: async ({ lines, id }: { lines: readonly NewLine[]; id?: string }) => {
      if (owner === null) return null;
      // Loaded on demand, because most visits don't need the order storage.
      const { addToOrder, recentOrders } = await import('./open-order.ts');
      const recent = id === undefined ? await recentOrders(client, owner).catch(() => null) : null;
      const mustChoose = recent?.mustChoose === true;
      setChoosing(mustChoose);
      return mustChoose ? null : addToOrder(owner, lines, id);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['orders', { owner }, 'recent'] }),
  });
  const undoing = useMutation({ mutationFn: async () => adding.data?.undo(), onSuccess: adding.reset });
  const lines = productIds.map((productId) => ({ product: String(productId), quantity, shipBy }));
  // The status of one query doesn't apply to the next.
  const isSaid = JSON.stringify(adding.variables?.lines) === JSON.stringify(lines);
  const added = isSaid && adding.isSuccess ? adding.data : null;
  const label = t`Add to order`;

  useScreenKeys(
    hotkey === undefined || owner === null ? {} : { [hotkey]: ({ repeat }) => repeat || adding.mutate({ lines }) },
  );

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
        {owner !== null && (
          <Suspense>
            <OrderChoice
              owner={owner}
              isOpen={isChoosing}
              onOpen={setChoosing}
              onChoose={(id) => adding.mutate({ lines, id })}
            />
          </Suspense>
        )}
      </Button.Group>
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
