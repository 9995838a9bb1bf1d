import { Trans, useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { Mail } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';

import { copyToClipboard } from '#features/export/copy-to-clipboard.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { inOneBatch, type ScopedRows } from '#features/export/exportable.ts';
import { Said } from '#features/export/said.tsx';
import { TakeButton } from '#features/export/take-button.tsx';
import { TextToCopy } from '#features/export/text-to-copy.tsx';
import type { GridColumn } from '#features/grid/grid-column.ts';
import type { GridSession } from '#features/grid/grid-session.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { isBlank } from '#domain/order/order-line.ts';
import type { ColumnFilters } from '#pages/order/lines/line-filters.ts';
import type { LineView } from '#pages/order/lines/line-view.ts';
import { exportColumns, exportRow } from '#pages/order/lines/line-view.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { useOrderWords } from '#pages/order/order-words.ts';

import { customerCopy, orderEvents } from './order-copies.ts';
import { orderLink } from './order-link.ts';

interface TakeOrderProps {
  session: OrderSession;
  grid: GridSession<DraftLine, LineView>;
}

const confirmedFor = 4000;

/** The order to take along: for the customer, as a file, on paper, as a calendar file, as a link. */
export function TakeOrder({ session, grid }: TakeOrderProps) {
  const { t } = useLingui();
  const words = useOrderWords();
  const overview = useSyncExternalStore(session.overview.subscribe, session.overview.get);
  const name = useSyncExternalStore(session.name.subscribe, session.name.get);
  const title = name === '' ? t`Order` : name;
  const { verdict, lineCount } = overview;
  const { filters } = useSyncExternalStore(grid.view.subscribe, grid.view.getState);
  const range = useSyncExternalStore(grid.selection.subscribe, grid.selection.getState);
  const hasSelection = range.active.row !== range.head.row;

  const entriesOf = (keys: readonly number[]) =>
    keys.map((key) => grid.entryOf(key)).filter(({ row }) => !isBlank(row));
  const shown = () => entriesOf(grid.view.getState().keys);
  const selected = () => {
    const { top, bottom } = grid.range;
    return entriesOf(grid.view.getState().keys.slice(top, bottom + 1));
  };
  const scope = (scope: ScopedRows['scope'], entries: typeof shown): ScopedRows => ({
    scope,
    count: null,
    batches: () => inOneBatch(entries().map((entry) => exportRow(entry, words)))(),
  });

  if (lineCount === 0) return null;
  return (
    <Group gap={10} justify="flex-end">
      <CopyForCustomer copied={() => customerCopy({ entries: entriesOf(session.lines.getKeys()), verdict, words })} />
      <CopyLink title={title} address={() => orderLink(session, words)} />
      <ExportMenu
        screen="order"
        retrievedAt={verdict.oldestCheck}
        filter={[title, ...filterWords(grid.columns, filters)].join(', ')}
        table={{
          name: t`Order lines`,
          columns: exportColumns(words),
          rows: hasSelection ? [scope('all', shown), scope('selected', selected)] : [scope('all', shown)],
        }}
        events={
          verdict.firstShipDate === null
            ? undefined
            : () => orderEvents({ id: session.id, name, entries: entriesOf(session.lines.getKeys()), verdict, words })
        }
      />
    </Group>
  );
}

/** Which lines the grid's filters let show, a column each. */
function filterWords(columns: readonly GridColumn<DraftLine, LineView>[], filters: ColumnFilters): string[] {
  return [...filters].map(([id, { values = [], contains = '' }]) => {
    const header = columns.find((column) => column.id === id)?.header ?? id;
    return `${header}: ${[...values, contains].filter(Boolean).join(' / ')}`;
  });
}

function CopyForCustomer({ copied }: { copied: () => ReturnType<typeof customerCopy> }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const { start, clear } = useTimeout(() => setOutcome('none'), confirmedFor);

  async function copy() {
    clear();
    const isCopied = await copyToClipboard(copied());
    setOutcome(isCopied ? 'copied' : 'refused');
    if (isCopied) start();
  }

  return (
    <>
      <TakeButton Icon={Mail} title={t`Copy the order with its dates, ready for a mail`} onClick={() => void copy()}>
        <Trans>Copy for customer</Trans>
      </TakeButton>
      <Said>{outcome === 'copied' && <Trans>Copied, ready to paste</Trans>}</Said>
      {outcome === 'refused' && <TextToCopy label={t`Order as text`} copied={copied()} />}
    </>
  );
}
