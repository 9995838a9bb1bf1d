import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ChevronDown, FolderOpen, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { useDropdown } from '#components/menu/use-dropdown.ts';
import type { OrderHeader } from '#components/order-draft/stored-order.ts';

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
  const [orders, setOrders] = useState<readonly OrderHeader[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void orderDesk.list().then(
      (kept) => isCurrent && setOrders(kept),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  const others = orders.filter(({ id, lineCount, name }) => id !== session.id && (lineCount > 0 || name !== ''));
  if (others.length === 0) return null;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  return (
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
          <button
            type="button"
            className={styles.remove}
            aria-label={t`Delete ${nameOf(order)}`}
            onClick={() => {
              void orderDesk.remove(order.id);
              setOrders(orders.filter(({ id }) => id !== order.id));
            }}
          >
            <Trash2 size={18} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
