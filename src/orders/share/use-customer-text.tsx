import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { useRowKeys } from '#parts/grid/grid-state.ts';

import type { ToCopy } from '#parts/export/copy-button.tsx';
import type { CustomerWords } from '#parts/export/customer-text.ts';
import { useTransitDays } from '#parts/transit-days.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { stateWords } from '#orders/lines/line-view.ts';
import { type OrderWords, useOrderWords } from '#orders/order-words.ts';

import { customerCopy, customerRows, isClosedLine, needsCheck, unsettledLines } from './order-copies.ts';

const Dialog = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).Dialog }));

/**
 * Makes the text for the customer. Lines that a customer can't be told about are checked first, or left out by a dialog,
 * whose button is `leaveOut`.
 */
export function useCustomerText(session: OrderSession, leaveOut: string) {
  const { t } = useLingui();
  const words = useOrderWords();
  const { transit } = useTransitDays();
  /** Decides whether the text leaves out unsettled lines; null unless it waits for that. */
  const [decide, setDecide] = useState<((leavesOut: boolean) => void) | null>(null);

  /** Returns the order as the customer is told of it; null if the user decides against it. */
  async function settle() {
    if (unsettledLines(session.lines.getEntries()).some(needsCheck)) await session.startCheck(false);
    if (unsettledLines(session.lines.getEntries()).length > 0) {
      const leavesOut = await new Promise<boolean>((resolve) => setDecide(() => resolve));
      setDecide(null);
      if (!leavesOut) return null;
    }
    return orderToCopy(session, words);
  }

  async function toCustomer(text: CustomerWords): Promise<ToCopy> {
    const order = await settle();
    return order === null
      ? { content: null, message: t`Not copied. Some lines have no result.` }
      : { content: customerCopy(order, transit, text), message: t`Copied` };
  }

  /** The same as a table. */
  async function toTable(text: CustomerWords) {
    const order = await settle();
    return order && { table: customerRows(order, transit, text), content: customerCopy(order, transit, text) };
  }

  return {
    toCustomer,
    toTable,
    dialog: decide && (
      <Suspense>
        <UnsettledDialog {...{ session, words, leaveOut }} onDecide={decide} />
      </Suspense>
    ),
  };
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
  };
}

const maxLinesShown = 8;

/** Names the lines without a result. The text is made once they are left out by a click. */
function UnsettledDialog(props: {
  session: OrderSession;
  words: OrderWords;
  leaveOut: string;
  onDecide: (leavesOut: boolean) => void;
}) {
  const { session, words, leaveOut, onDecide } = props;
  const { t } = useLingui();
  const keys = useRowKeys(session.lines);
  const entries = session.lines.getEntries();
  const unsettled = unsettledLines(entries);
  const more = unsettled.length - maxLinesShown;
  const isNothingLeft =
    unsettled.length + entries.filter(isClosedLine).length === session.state.get().overview.lineCount;
  return (
    <Dialog
      title={t`Lines without a result`}
      closeLabel={t`Close`}
      width={520}
      isCentered
      onClose={() => onDecide(false)}
    >
      <Stack gap="sm">
        <Text>
          <Trans>A customer can't be told about these lines. Correct them, or leave them out of the text.</Trans>
        </Text>
        <Box component="ul" ps={18}>
          {unsettled.slice(0, maxLinesShown).map(({ row, derived }) => (
            <li key={row.key}>
              <Trans>Line {keys.indexOf(row.key) + 1}</Trans>: <bdi>{row.product}</bdi>
              {', '}
              {(derived && stateWords(derived.state, words)) || <Trans>Not checked</Trans>}
            </li>
          ))}
        </Box>
        {more > 0 && (
          <Text c="dimmed">
            <Plural value={more} one="and # more line" other="and # more lines" />
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          {isNothingLeft && <Trans>No line has a result.</Trans>}
          <Button disabled={isNothingLeft} onClick={() => onDecide(true)}>
            {leaveOut}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
