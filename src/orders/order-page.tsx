import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text } from '@mantine/core';
import { createStore, useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useRef } from 'react';

import { useAfterSignIn } from '#data/session.ts';
import { PanelError, PanelWaiting } from '#parts/panel.tsx';
import { useTold } from '#parts/promises/use-told.tsx';
import { useRestoredPlace } from '#parts/restored-place.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import type { PastedText } from '#orders/import/open-list.ts';
import { usePasteAnywhere } from '#orders/import/use-list-intake.ts';
import { OpenOrder } from './open-order.tsx';
import styles from './order-page.module.css';
import { orderDesk, useOrderSession } from '#orders/lines/order-desk.ts';
import { useLinkedOrder } from '#orders/share/sharing.ts';

const SharedOrderPage = lazy(async () => ({
  default: (await import('#orders/share/shared-order.tsx')).SharedOrderPage,
}));
const OrderCustomerLink = lazy(async () => ({
  default: (await import('#orders/share/order-customer-link.tsx')).OrderCustomerLink,
}));
const UnknownLink = lazy(async () => ({ default: (await import('#orders/share/shared-order.tsx')).UnknownLink }));

/** The user's order, or the shared order of a link. */
export function OrderPage() {
  const linked = useLinkedOrder();
  if (linked.kind === 'own') return <OwnOrder />;
  return (
    <Suspense fallback={<PanelWaiting height={420} />}>
      {linked.kind === 'shared' ? (
        <SharedOrderPage key={linked.key} shareKey={linked.key} />
      ) : (
        <UnknownLink>
          <Trans>It was made by an earlier version. Ask the sender for a new one.</Trans>
        </UnknownLink>
      )}
    </Suspense>
  );
}

function OwnOrder() {
  const { t } = useLingui();
  const session = useOrderSession();
  useRestoredPlace(session !== null);
  const failure = useSelector(orderDesk.state, (state) => state.failure);
  const theirs = useSelector(orderDesk.state, (state) => state.theirs);
  useAfterSignIn(() => void orderDesk.refresh());
  const name = useSelector(session?.state ?? noOrder, (order) => order.name);
  const isEmpty = useSelector(session?.state ?? noOrder, (order) => order.overview.lineCount === 0);
  const isNarrow = useIsNarrow();
  const customer = useSelector(session?.state ?? noOrder, (order) => order.customer);
  const { onCopied, keepLine } = useTold(session?.id, customer);
  /** Text pasted before the order was open. */
  const early = useRef<PastedText>(null);
  usePasteAnywhere({ isOn: !session && !failure, isGridFree: true }, (pasted) => (early.current = pasted));
  return (
    <>
      <PageHeading isHidden title={name || (isEmpty ? t`New order` : t`Untitled order`)} />
      {session && theirs !== null && (
        <Group role="alert" gap={10} mb={10}>
          <Text fz={14}>
            <Trans>This order was changed elsewhere. Your version is kept as this copy.</Trans>
          </Text>
          <Button variant="default" size="xs" onClick={() => void orderDesk.showTheirs()}>
            <Trans>Show the other version</Trans>
          </Button>
        </Group>
      )}
      {session && (
        <OpenOrder key={session.serial} {...{ session, early, isNarrow, onCopied }}>
          <Group gap="6px 16px" align="end" className={styles.copied}>
            {keepLine && <Box flex={{ base: '1 0 100%', sm: '1 1 auto' }}>{keepLine}</Box>}
            <Suspense>
              <OrderCustomerLink session={session} canMake={Boolean(keepLine)} />
            </Suspense>
          </Group>
        </OpenOrder>
      )}
      {failure && <PanelError error={failure} onRetry={() => void orderDesk.reopen()} />}
      {!session && !failure && <PanelWaiting height={420} />}
    </>
  );
}

const noOrder = createStore({ name: '', customer: '', overview: { lineCount: 0 } });
