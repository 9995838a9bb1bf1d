import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { useRowKeys } from '#parts/grid/grid-state.ts';

import type { ToCopy } from '#parts/export/copy-button.tsx';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { CustomerCopy } from '#parts/export/customer-copy.tsx';
import type { CustomerWords } from '#parts/export/customer-text.ts';
import { useTransitDays } from '#parts/transit-days.ts';
import type { IfShort, OrderSession } from '#orders/lines/order-session.ts';
import { offerWords, stateWords } from '#orders/lines/line-view.ts';
import { type OrderWords, useOrderWords } from '#orders/order-words.ts';
import { Dialog } from '#ui/dialog.tsx';

import {
  colleagueCopy,
  customerCopy,
  customerRows,
  isClosedLine,
  needsCheck,
  shortLines,
  unsettledLines,
} from './order-copies.ts';

export interface OrderCopyButtonsProps {
  session: OrderSession;
  isNarrow: boolean;
  disabledReason?: string;
  /** Called after the text for the customer was copied. */
  onCopied: (copied: CopiedContent) => void;
}

/** Copies the order for a customer or a colleague. */
export function OrderCopyButtons({ session, isNarrow, disabledReason, onCopied }: OrderCopyButtonsProps) {
  const { t } = useLingui();
  const words = useOrderWords();
  const { toCustomer, dialog } = useCustomerText(session, {
    offer: t`Tell what can still be promised`,
    leaveOut: t`Leave out and copy`,
    asShown: t`Copy all as shown`,
  });
  return (
    <>
      <CustomerCopy
        isPrimary
        alwaysShowsLabel
        isNarrow={isNarrow}
        textLabel={t`Order as text`}
        disabledReason={disabledReason}
        onCopied={onCopied}
        toColleague={() => colleagueCopy(orderToCopy(session, words))}
        toCustomer={toCustomer}
      />
      {dialog}
    </>
  );
}

interface Choices {
  offer: string;
  leaveOut: string;
  asShown: string;
}

/**
 * Makes the text for the customer. Lines that a customer can't be told about are checked first, or left out by a dialog,
 * which also asks what to tell of lines that other promises leave short.
 */
export function useCustomerText(session: OrderSession, choices: Choices) {
  const { t } = useLingui();
  const words = useOrderWords();
  const { transit } = useTransitDays();
  /** Says what becomes of these lines, null to copy nothing; null if the text doesn't wait for that. */
  const [decide, setDecide] = useState<((ifShort: IfShort | null) => void) | null>(null);

  /** Returns the order as the customer is told of it; null if the user decides against it. */
  async function settle() {
    if (session.lines.getEntries().some((entry) => !isSettled(entry) && needsCheck(entry))) {
      await session.startCheck(false);
    }
    const entries = session.lines.getEntries();
    const hasShort = shortLines(entries).length > 0;
    if (hasShort || unsettledLines(entries).length > 0) {
      const ifShort = await new Promise<IfShort | null>((resolve) => setDecide(() => resolve));
      setDecide(null);
      if (ifShort === null) return null;
      if (hasShort) session.setIfShort(ifShort);
    }
    return orderToCopy(session, words);
  }

  async function toCustomer(text: CustomerWords): Promise<ToCopy> {
    const order = await settle();
    if (order) return { content: customerCopy(order, transit, text), message: t`Copied` };
    const hasUnsettled = unsettledLines(session.lines.getEntries()).length > 0;
    return {
      content: null,
      message: hasUnsettled
        ? t`Not copied. Some lines have no result.`
        : t`Not copied. Some lines are short with other promises.`,
    };
  }

  /** The same as a table. */
  async function toTable(text: CustomerWords) {
    const order = await settle();
    return order && { table: customerRows(order, transit, text), content: customerCopy(order, transit, text) };
  }

  return {
    toCustomer,
    toTable,
    dialog: decide && <OpenLinesDialog {...{ session, words, choices }} onDecide={decide} />,
  };
}

function isSettled(entry: Parameters<typeof needsCheck>[0]): boolean {
  return unsettledLines([entry]).length === 0;
}

export function orderToCopy(session: OrderSession, words: OrderWords) {
  return {
    id: session.id,
    name: session.state.get().name,
    reference: session.reference,
    customer: session.state.get().customer,
    entries: session.lines.getEntries(),
    summary: session.state.get().overview.summary,
    words,
    ifShort: session.state.get().ifShort,
  };
}

const maxLinesShown = 8;

/** Names the lines without a result, and those that are short with other promises. The text is made once that is decided. */
function OpenLinesDialog(props: {
  session: OrderSession;
  words: OrderWords;
  choices: Choices;
  onDecide: (ifShort: IfShort | null) => void;
}) {
  const { session, words, choices, onDecide } = props;
  const { t } = useLingui();
  const entries = session.lines.getEntries();
  const [unsettled, short] = [unsettledLines(entries), shortLines(entries)];
  const { lineCount } = session.state.get().overview;
  const told = lineCount - unsettled.length - entries.filter(isClosedLine).length;
  const isNothingLeft = told === short.length;
  return (
    <Dialog
      title={unsettled.length > 0 ? t`Lines without a result` : t`Lines short with other promises`}
      closeLabel={t`Close`}
      width={560}
      isCentered
      onClose={() => onDecide(null)}
    >
      <Stack gap="sm">
        {unsettled.length > 0 && (
          <>
            <Text>
              <Trans>A customer can't be told about these lines. Correct them, or leave them out of the text.</Trans>
            </Text>
            <NamedLines {...{ session, words }} entries={unsettled} Line={UnsettledLine} />
          </>
        )}
        {short.length > 0 && (
          <>
            <Text>
              <Trans>Other open promises need the goods of these lines.</Trans>
            </Text>
            <NamedLines {...{ session, words }} entries={short} Line={ShortLine} />
          </>
        )}
        <Group justify="flex-end" gap={8}>
          {told === 0 && <Trans>No line has a result.</Trans>}
          {short.length > 0 && (
            <Button variant="default" onClick={() => onDecide('as-shown')}>
              {choices.asShown}
            </Button>
          )}
          <Button
            variant={short.length > 0 ? 'default' : 'filled'}
            disabled={isNothingLeft}
            onClick={() => onDecide('left-out')}
          >
            {choices.leaveOut}
          </Button>
          {short.length > 0 && <Button onClick={() => onDecide('offer')}>{choices.offer}</Button>}
        </Group>
      </Stack>
    </Dialog>
  );
}

type Entry = ReturnType<OrderSession['lines']['getEntries']>[number];

interface LineProps {
  entry: Entry;
  words: OrderWords;
}

/** The first lines with their numbers, and how many more there are. */
function NamedLines(props: {
  session: OrderSession;
  entries: readonly Entry[];
  words: OrderWords;
  Line: (props: LineProps) => ReactNode;
}) {
  const { session, entries, words, Line } = props;
  const keys = useRowKeys(session.lines);
  const more = entries.length - maxLinesShown;
  return (
    <>
      <Box component="ul" ps={18}>
        {entries.slice(0, maxLinesShown).map((entry) => (
          <li key={entry.row.key}>
            <Trans>Line {keys.indexOf(entry.row.key) + 1}</Trans>: <Line {...{ entry, words }} />
          </li>
        ))}
      </Box>
      {more > 0 && (
        <Text c="dimmed">
          <Plural value={more} one="and # more line" other="and # more lines" />
        </Text>
      )}
    </>
  );
}

function UnsettledLine({ entry: { row, derived }, words }: LineProps) {
  return (
    <>
      <bdi>{row.product}</bdi>
      {', '}
      {(derived && stateWords(derived.state, words)) || <Trans>Not checked</Trans>}
    </>
  );
}

/** What is short of a line, and what can still be promised. */
function ShortLine({ entry: { row, derived }, words }: LineProps) {
  if (!derived?.elsewhere) return null;
  const { product, elsewhere } = derived;
  const short = words.formatQuantity(elsewhere.short, product?.unit);
  const offered = elsewhere.free && offerWords(elsewhere.free, derived, words);
  return (
    <>
      <bdi>{product?.name ?? row.product}</bdi>
      {', '}
      <Text component="b" inherit fw={600} c="var(--sh-late)">
        <Trans>{short} short</Trans>
      </Text>
      <br />
      {offered === null ? (
        <Trans>Nothing more can be promised.</Trans>
      ) : (
        <Trans>Can still be promised: {offered}</Trans>
      )}
    </>
  );
}
