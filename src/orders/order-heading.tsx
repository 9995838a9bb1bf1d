import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import {
  BellPlus,
  CalendarDays,
  ChevronDown,
  ClipboardPaste,
  Ellipsis,
  FileUp,
  Handshake,
  Languages,
  type LucideIcon,
  Plus,
  Redo2,
  Trash2,
  Undo2,
  Unlink,
} from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { useHistory } from '#parts/grid/grid-state.ts';
import { newOrderId } from '#parts/saved-orders/saved-order.ts';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { orderDesk } from '#orders/lines/order-desk.ts';
import { useCustomerText } from '#orders/share/use-customer-text.tsx';
import { OrderExport } from '#orders/share/order-export.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { isLanguage, languages } from '#ui/language.ts';

import styles from './order-page.module.css';

const ActionMenu = lazy(async () => ({ default: (await import('#ui/action-menu.tsx')).ActionMenu }));
const OrderLinks = lazy(async () => ({ default: (await import('#orders/share/order-links.tsx')).OrderLinks }));
const WatchLines = lazy(async () => ({ default: (await import('./watch-lines.tsx')).WatchLines }));
const ShipByDialog = lazy(async () => ({ default: (await import('./ship-by-dialog.tsx')).ShipByDialog }));

interface OrderHeadingProps {
  session: OrderSession;
  isNarrow: boolean;
  isEmpty: boolean;
  /** Whether a list is being read. */
  isReading: boolean;
  /** Called with what the customer is told, after it was copied or to keep it as a promise. */
  onCopied: (copied: CopiedContent) => void;
  onImport: () => void;
  onPaste: () => void;
}

/** The order's name and customer, edited in place, whether it is saved, and what can be done with it. */
export function OrderHeading({ session, isNarrow, onCopied, ...menu }: OrderHeadingProps) {
  const { t } = useLingui();
  const name = useOrder(session, (order) => order.name);
  const customer = useOrder(session, (order) => order.customer);
  const { isEmpty } = menu;
  return (
    <Group gap={isNarrow ? '0 10px' : '4px 10px'} className={styles.heading}>
      <TextInput
        aria-label={t`Order name`}
        placeholder={isEmpty ? t`New order` : t`Untitled order`}
        variant="unstyled"
        className={styles.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => session.rename(value)}
      />
      <TextInput
        aria-label={t`Customer`}
        placeholder={t`Customer`}
        variant="unstyled"
        className={styles.customer}
        value={customer}
        maxLength={80}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => session.setCustomer(value)}
      />
      {!isNarrow && <SaveStatus />}
      <Group gap={isNarrow ? 4 : 8} ms="auto" className={styles.actions} data-empty={isEmpty || undefined}>
        <OrderExport {...{ session, isNarrow, onCopied }} />
        {!isNarrow && <HistoryButtons session={session} />}
        <OrderMenu {...{ session, isNarrow, onCopied }} {...menu} />
      </Group>
      {isNarrow && <SaveStatus isTroubleOnly />}
    </Group>
  );
}

function useHistoryActions({ lines }: OrderSession) {
  const { t } = useLingui();
  const { undo, redo } = useHistory(lines);
  return [
    { id: 'undo', Icon: Undo2, label: t`Undo`, isOff: undo === null, run: () => lines.undo() },
    { id: 'redo', Icon: Redo2, label: t`Redo`, isOff: redo === null, run: () => lines.redo() },
  ];
}

function HistoryButtons({ session }: { session: OrderSession }) {
  const actions = useHistoryActions(session);
  if (actions.every(({ isOff }) => isOff)) return null;
  return actions.map(({ id, Icon, label, isOff, run }) => (
    <IconButton key={id} {...{ Icon, label }} disabled={isOff} onClick={run} />
  ));
}

type Dialog = 'ship-by' | 'watch' | 'links' | null;

const item = (id: string, Icon: LucideIcon, label: string, run: () => void, startsGroup = false) => ({
  id,
  Icon,
  label,
  run,
  startsGroup,
});

/** What is rarely done with an order. */
function OrderMenu(props: OrderHeadingProps) {
  const { session, isNarrow, isEmpty, isReading, onCopied, onImport, onPaste } = props;
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  // Null until it is opened for the first time.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [dialog, setDialog] = useState<Dialog>(null);
  const history = useHistoryActions(session);
  const { firstShipDate, counts } = useOrder(session, (order) => order.overview.summary);
  const letter = useCustomerText(session, t`Leave out`);
  const { wordsOf, language, setLanguage } = useCustomerLanguage();
  /** Shows the form that copying shows, for dates that were told by other means. */
  async function keep() {
    const { content } = await letter.toCustomer(await wordsOf());
    if (content) onCopied(content);
  }
  const actions = [
    item('import', FileUp, t`Import file`, onImport),
    item('paste', ClipboardPaste, t`Paste lines`, onPaste),
    ...(isNarrow ? history.filter(({ isOff }) => !isOff) : []),
    ...(isEmpty
      ? []
      : [
          item('ship-by', CalendarDays, t`Ship by (all lines)`, () => setDialog('ship-by')),
          ...(firstShipDate !== null && counts.outdated === 0
            ? [item('keep', Handshake, t`Keep as promise`, () => void keep())]
            : []),
          // Wider screens have a field for it.
          ...Object.entries(languages).flatMap(([other, name]) =>
            isNarrow && isLanguage(other) && other !== language
              ? [item(other, Languages, t`Text for the customer in ${name}`, () => setLanguage(other))]
              : [],
          ),
          item('watch', BellPlus, t`Watch all lines`, () => setDialog('watch')),
          item('clear', Trash2, t`Clear order`, () => session.clear()),
          item('links', Unlink, t`Links to this order`, () => setDialog('links'), true),
        ]),
    item('new', Plus, t`New order`, () => void orderDesk.show(newOrderId()), isEmpty),
  ];
  const opener = {
    ref: button,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen === true,
    onClick: () => setOpen(!isOpen),
  };
  return (
    <>
      {isNarrow ? (
        <IconButton label={t`More`} Icon={Ellipsis} {...opener} />
      ) : (
        <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />} loading={isReading} {...opener}>
          <Trans>More</Trans>
        </Button>
      )}
      {letter.dialog}
      <Suspense>
        {isOpen !== null && (
          <ActionMenu anchor={button} label={t`More`} onClose={() => setOpen(false)} {...{ isOpen, actions }} />
        )}
        {dialog === 'ship-by' && <ShipByDialog session={session} onClose={() => setDialog(null)} />}
        {dialog === 'watch' && <WatchLines {...{ session }} anchor={button} onClose={() => setDialog(null)} />}
        {dialog === 'links' && <OrderLinks id={session.id} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

/** Whether the server has the order as it is here. */
function SaveStatus({ isTroubleOnly = false }) {
  const state = useSelector(orderDesk.state, ({ saving }) => saving);
  return (
    <Text component="output" fz={13} c="dimmed" className={styles.saving}>
      {state.kind === 'saved' && !isTroubleOnly && <Trans>Saved.</Trans>}
      {state.kind === 'unreachable' && <Trans>Not saved yet: the server can't be reached.</Trans>}
      {state.kind === 'signed-out' && <Trans>Not saved yet: you're signed out.</Trans>}
      {state.kind === 'refused' && <Refused sentence={state.sentence} />}
    </Text>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return <Trans>Not saved on the server: {sentence}</Trans>;
}
