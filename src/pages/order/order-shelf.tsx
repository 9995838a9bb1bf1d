import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, FolderOpen, Plus, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';

import { IconButton } from '#ui/icon-button.tsx';
import { useDropdown } from '#ui/use-dropdown.ts';
import { deleteOrder, type DeletedOrder, restoreOrder } from '#features/saved-orders/order-store.ts';
import { UndoNote } from '#ui/undo-note.tsx';

import { orderDesk } from './order-desk.ts';
import type { OrderSession } from './order-session.ts';
import styles from './order-shelf.module.css';
import { useNameOfOrder } from './use-name-of-order.ts';
import { useOrderWords } from './use-order-words.ts';

/** The orders kept in this browser: the name of the one that is open, the others to open, a new one to begin. */
export function OrderShelf({ session }: { session: OrderSession }) {
  const { t } = useLingui();
  const { opened, toggle, leave, button, around } = useDropdown();
  const name = useSyncExternalStore(session.name.subscribe, session.name.get);

  return (
    <div {...around} className={styles.shelf}>
      <Button
        ref={button}
        variant="default"
        aria-expanded={opened}
        leftSection={<FolderOpen size={18} aria-hidden />}
        rightSection={<ChevronDown size={16} aria-hidden />}
        onClick={toggle}
      >
        {name === '' ? <Trans>Orders</Trans> : <bdi className={styles.name}>{name}</bdi>}
      </Button>
      {opened && (
        <div className={styles.panel}>
          <label className={styles.field}>
            <Trans>Name of this order</Trans>
            <input
              value={name}
              maxLength={100}
              placeholder={t`not named yet`}
              onChange={(event) => session.rename(event.currentTarget.value)}
            />
          </label>
          <OtherOrders session={session} onDone={leave} />
          <Button
            variant="default"
            leftSection={<Plus size={18} aria-hidden />}
            onClick={() => {
              leave();
              void orderDesk.begin();
            }}
          >
            <Trans>New order</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

function OtherOrders({ session, onDone }: { session: OrderSession; onDone: () => void }) {
  const { t } = useLingui();
  const { locale } = useOrderWords();
  const nameOf = useNameOfOrder();
  const { data: orders = [], refetch } = useQuery({
    queryKey: ['orders', session.owner],
    queryFn: () => orderDesk.list(),
    gcTime: 0,
    retry: false,
  });
  const [deleted, setDeleted] = useState<DeletedOrder | null>(null);
  const others = orders.filter(({ id, lineCount, name }) => id !== session.id && (lineCount > 0 || name !== ''));
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

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
          {others.map((order) => (
            <li key={order.id} className={styles.other}>
              <button
                type="button"
                className={styles.open}
                onClick={() => {
                  onDone();
                  void orderDesk.switchTo(order.id);
                }}
              >
                <bdi>{nameOf(order)}</bdi>
                <span className={styles.when}>{format.format(order.changedAt)}</span>
              </button>
              <IconButton label={t`Delete ${nameOf(order)}`} Icon={Trash2} onClick={() => void remove(order.id)} />
            </li>
          ))}
        </ul>
      )}
      <output className={styles.outcome}>
        {deleted && (
          <UndoNote
            key={deleted.order.header.id}
            name={nameOf(deleted.order.header)}
            onUndo={() => void bringBack(deleted)}
          />
        )}
      </output>
    </>
  );
}
