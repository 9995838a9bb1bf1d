import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FocusTrap, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2, Unlink } from 'lucide-react';

import { orderShares, revokeShare } from '#data/orders.ts';
import { headerOf } from '#parts/saved-orders/order-content.ts';
import { newOrderId } from '#parts/saved-orders/saved-order.ts';
import { restoreOrder, savedOrders } from '#parts/saved-orders/saved-orders.ts';
import { PanelError } from '#parts/panel.tsx';
import { formatMoment } from '#stock/locale-date.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { type OpenedPanel, PopoverPanel } from '#ui/popover-panel.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import { orderDesk } from '#orders/lines/order-desk.ts';
import styles from './order-page.module.css';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { orderName, useOrderWords } from './order-words.ts';

/** Renames the open order, opens another or starts a new one. Loaded when first opened. */
export function SavedOrdersPanel({ session, ...panel }: { session: OrderSession } & OpenedPanel) {
  const { t } = useLingui();
  const name = useOrder(session, (order) => order.name);
  return (
    <PopoverPanel {...panel} label={t`Orders`} width="min(23rem, calc(100vw - 32px))" withinPortal={false}>
      <Stack gap={14}>
        {/* Focusing the field would open the keyboard on a phone. */}
        <FocusTrap.InitialFocus />
        <TextInput
          label={t`Order name`}
          value={name}
          maxLength={100}
          placeholder={t`Untitled order`}
          onChange={(event) => session.rename(event.currentTarget.value)}
        />
        <Links id={session.id} />
        <OtherOrders session={session} onDone={panel.onClose} />
        <Button
          variant="default"
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => {
            panel.onClose();
            void orderDesk.show(newOrderId());
          }}
        >
          <Trans>New order</Trans>
        </Button>
      </Stack>
    </PopoverPanel>
  );
}

/** The valid links to the order, to be revoked. None for an order that the server doesn't have yet. */
function Links({ id }: { id: string }) {
  const { t } = useLingui();
  const { locale } = useOrderWords();
  const { data, refetch } = useQuery({ ...orderShares(id), retry: false });
  const revoking = useMutation({
    mutationFn: (shareId: string) => revokeShare(id, shareId),
    onSettled: () => refetch(),
  });
  return (
    <>
      {data && data.shares.length > 0 && (
        <ul className={styles.others} aria-label={t`Links to this order`}>
          {data.shares.map(({ id: shareId, createdAt, expiresAt }) => {
            const created = formatMoment(createdAt, locale);
            const expires = formatMoment(expiresAt, locale);
            return (
              <li key={shareId}>
                <Text span flex={1}>
                  <Trans>
                    Link of {created}, expires {expires}
                  </Trans>
                </Text>
                <IconButton
                  label={t`Revoke link of ${created}`}
                  Icon={Unlink}
                  onClick={() => revoking.mutate(shareId)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {revoking.error && <PanelError error={revoking.error} />}
    </>
  );
}

function OtherOrders({ session, onDone }: { session: OrderSession; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const { locale } = useOrderWords();
  const { owner } = session;
  const { data: orders = [], error, refetch } = useQuery(savedOrders(owner));
  const removal = useRemoval(owner);
  const others = orders.filter(({ id, lineCount, name }) => id !== session.id && (lineCount > 0 || name !== ''));
  return (
    <>
      {others.length > 0 && (
        <ul className={styles.others} aria-label={t`Other orders`}>
          {others.map((order) => {
            const name = orderName(order, i18n);
            return (
              <li key={order.id}>
                <UnstyledButton
                  fz="inherit"
                  onClick={() => {
                    onDone();
                    void orderDesk.show(order.id);
                  }}
                >
                  <bdi className={styles.cut}>{name}</bdi>
                  <span>{formatMoment(order.changedAt, locale)}</span>
                </UnstyledButton>
                <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={() => removal.removing.mutate(order.id)} />
              </li>
            );
          })}
        </ul>
      )}
      <RemovalNote {...removal} />
      {error && <PanelError error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** Deletes orders, and brings the last one back. */
export function useRemoval(owner: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedOrders(owner).queryKey });
  const removing = useMutation({ mutationFn: (id: string) => orderDesk.delete(id, owner), onSettled });
  const restoring = useMutation({ mutationFn: restoreOrder, onSuccess: () => removing.reset(), onSettled });
  return { removing, restoring };
}

/** Offers Undo for a deleted order, and says what failed. */
export function RemovalNote({ removing, restoring }: ReturnType<typeof useRemoval>) {
  const { i18n } = useLingui();
  const deleted = removing.data;
  const error = removing.error ?? restoring.error;
  return (
    <>
      <output className={styles.outcome}>
        {deleted && (
          <UndoNote
            key={deleted.id}
            name={orderName(headerOf(deleted.id, deleted.owner, { changedAt: 0, content: deleted.content }), i18n)}
            onUndo={() => restoring.mutate(deleted)}
          />
        )}
      </output>
      {error && <PanelError error={error} />}
    </>
  );
}
