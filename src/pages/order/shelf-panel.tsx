import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/VisuallyHidden.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FocusTrap, Popover, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore, type RefObject } from 'react';

import { deleteOrder, type DeletedOrder, restoreOrder } from '#features/saved-orders/order-store.ts';
import { formatMoment } from '#lib/locale-date.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Anchor } from '#ui/popover-panel.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import { orderDesk } from '#pages/order/lines/order-desk.ts';
import styles from './order-page.module.css';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { orderName, useOrderWords } from './order-words.ts';

interface ShelfPanelProps {
  session: OrderSession;
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The name of the order that is open, the others to open, a new one to begin; loaded when it first opens. */
export function ShelfPanel({ session, anchor, isOpen, onOpen }: ShelfPanelProps) {
  const { t } = useLingui();
  const name = useSyncExternalStore(session.name.subscribe, session.name.get);
  // Focus returns to where it was only if the popover opens after it has mounted.
  const isMounted = useMounted();
  const close = () => onOpen(false);

  return (
    <Popover
      opened={isOpen && isMounted}
      onChange={onOpen}
      position="bottom-end"
      width="min(23rem, calc(100vw - 32px))"
      radius={12}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Orders`} aria-labelledby={undefined} display="grid" style={{ gap: 14 }}>
        {/* A field in focus would bring up the keyboard of a phone. */}
        <FocusTrap.InitialFocus />
        <TextInput
          label={t`Order name`}
          value={name}
          maxLength={100}
          placeholder={t`Untitled order`}
          onChange={(event) => session.rename(event.currentTarget.value)}
        />
        <OtherOrders session={session} onDone={close} />
        <Button
          variant="default"
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => {
            close();
            void orderDesk.begin();
          }}
        >
          <Trans>New order</Trans>
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function OtherOrders({ session, onDone }: { session: OrderSession; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const { locale } = useOrderWords();
  const { data: orders = [], refetch } = useQuery({
    queryKey: ['orders', session.owner],
    queryFn: () => orderDesk.list(),
    gcTime: 0,
    retry: false,
  });
  const [deleted, setDeleted] = useState<DeletedOrder | null>(null);
  const others = orders.filter(({ id, lineCount, name }) => id !== session.id && (lineCount > 0 || name !== ''));

  async function remove(id: string) {
    setDeleted(await deleteOrder(id));
    await refetch();
  }

  async function bringBack(order: DeletedOrder) {
    await restoreOrder(order);
    setDeleted(null);
    await refetch();
  }

  return (
    <>
      {others.length > 0 && (
        <ul className={styles.others} aria-label={t`Other orders`}>
          {others.map((order) => {
            const name = orderName(order, i18n);
            return (
              <li key={order.id}>
                <button
                  type="button"
                  onClick={() => {
                    onDone();
                    void orderDesk.switchTo(order.id);
                  }}
                >
                  <bdi className={styles.cut}>{name}</bdi>
                  <span>{formatMoment(order.changedAt, locale)}</span>
                </button>
                <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={() => void remove(order.id)} />
              </li>
            );
          })}
        </ul>
      )}
      <output className={styles.outcome}>
        {deleted && (
          <UndoNote
            key={deleted.order.header.id}
            name={orderName(deleted.order.header, i18n)}
            onUndo={() => void bringBack(deleted)}
          />
        )}
      </output>
    </>
  );
}
