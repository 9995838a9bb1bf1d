import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ListChecks, Plus } from 'lucide-react';
import { useRef } from 'react';

import { ActionMenu } from '#ui/action-menu.tsx';

import classes from './add-to-order-button.module.css';
import { recentOrders } from './open-order.ts';
import { givenName, orderName } from './order-name.ts';

interface OrderChoiceProps {
  owner: string;
  /** Whether the menu is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChoose: (id: string) => void;
}

/** Name of the order to which lines are added, and a menu of other ones and a new one. Nothing without orders. */
export function OrderChoice({ owner, isOpen, onOpen, onChoose }: OrderChoiceProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { data: { orders, current } = { orders: [], current: null } } = useQuery({
    queryKey: ['orders', { owner }, 'recent'],
    queryFn: () => recentOrders(client, owner),
    staleTime: 0,
  });
  const button = useRef<HTMLButtonElement>(null);
  if (orders.length === 0) return null;
  const name = current === null ? '' : givenName(current);
  const label = name === '' ? t`Other order` : t`Order: ${name}`;
  const others = orders.filter(({ id }) => id !== current?.id);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.more}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={classes.name}>{name}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <ActionMenu
        isOpen={isOpen}
        anchor={button}
        label={t`Other order`}
        actions={[
          ...others.map((order) => ({
            id: order.id,
            Icon: ListChecks,
            label: orderName(order, i18n),
            run: () => onChoose(order.id),
          })),
          {
            id: 'new',
            Icon: Plus,
            label: t`New order`,
            startsGroup: others.length > 0,
            run: () => onChoose('new'),
          },
        ]}
        onClose={() => onOpen(false)}
      />
    </>
  );
}
