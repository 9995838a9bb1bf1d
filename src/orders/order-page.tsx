import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createStore, useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useRef } from 'react';

import { useAfterSignIn } from '#data/session.ts';
import { PanelError, PanelWaiting } from '#parts/panel.tsx';
import { useTold } from '#parts/promises/use-told.tsx';
import { useRestoredPlace } from '#parts/restored-place.ts';
import { PageHeading } from '#ui/page-heading.tsx';

import type { PastedText } from '#orders/import/open-list.ts';
import { usePasteAnywhere } from '#orders/import/use-list-intake.ts';
import { OpenOrder } from './open-order.tsx';
import { orderDesk } from '#orders/lines/order-desk.ts';
import styles from './order-page.module.css';
import { SavedOrdersButton } from './saved-orders-button.tsx';
import { useLinkedOrder } from '#orders/share/sharing.ts';
import { OrderExport } from '#orders/share/order-export.tsx';
import { useOrderSession } from '#orders/lines/order-desk.ts';

const SharedOrderPage = lazy(async () => ({
  default: (await import('#orders/share/shared-order.tsx')).SharedOrderPage,
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
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isHeadingHidden = isNarrow && name === '';
  const { onCopied, keepLine } = useTold(session?.id);
  // Small screens leave the space to the lines.
  const isShort = useMediaQuery('(max-width: 48em), (max-height: 50em)', false, { getInitialValueInEffect: false });
  /** Text pasted before the order was open. */
  const early = useRef<PastedText>(null);
  usePasteAnywhere({ isOn: !session && !failure, isGridFree: true }, (pasted) => (early.current = pasted));
  return (
    <>
      <PageHeading
        title={name || (isEmpty ? t`New order` : t`Untitled order`)}
        isHidden={isHeadingHidden}
        actions={
          session &&
          !isNarrow && (
            <div className={styles.actions}>
              <OrderExport key={session.serial} {...{ session, onCopied }} />
              <SavedOrdersButton key={`saved ${session.serial}`} session={session} />
            </div>
          )
        }
        hasManyActions
      >
        {!isShort && <Trans>Check when each line and the complete order can ship.</Trans>} {session && <SaveStatus />}
      </PageHeading>
      {session && isHeadingHidden && <SaveStatus isTroubleOnly />}
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
      {keepLine && <Group mb={10}>{keepLine}</Group>}
      {session && <OpenOrder key={session.serial} {...{ session, early, isNarrow, onCopied }} />}
      {failure && <PanelError error={failure} onRetry={() => void orderDesk.reopen()} />}
      {!session && !failure && <PanelWaiting height={420} />}
    </>
  );
}

/** Whether the server has the order as it is here. */
function SaveStatus({ isTroubleOnly = false }) {
  const state = useSelector(orderDesk.state, ({ saving }) => saving);
  return (
    <output className={styles.notice}>
      {state.kind === 'saved' && !isTroubleOnly && <Trans>Saved.</Trans>}
      {state.kind === 'unreachable' && <Trans>Not saved yet: the server can't be reached.</Trans>}
      {state.kind === 'signed-out' && <Trans>Not saved yet: you're signed out.</Trans>}
      {state.kind === 'refused' && <Refused sentence={state.sentence} />}
    </output>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return <Trans>Not saved on the server: {sentence}</Trans>;
}

const noOrder = createStore({ name: '', overview: { lineCount: 0 } });
