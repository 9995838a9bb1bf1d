import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';

import { CopyLink } from '#parts/export/copy-link.tsx';
import { useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { GridColumn } from '#parts/grid/grid-column.ts';
import { useFilters, useSelection } from '#parts/grid/grid-state.ts';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { isBlank } from '#stock/order/order-line.ts';
import type { ColumnFilters } from '#orders/lines/line-filters.ts';
import type { LineView } from '#orders/lines/line-view.ts';
import { orderDesk } from '#orders/lines/order-desk.ts';
import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';
import { orderSentence } from '#orders/order-sentence.ts';
import { useOrderWords } from '#orders/order-words.ts';
import { fileWords } from '#stock/export/export-table.ts';
import { withYears } from '#ui/locale.tsx';

import {
  type ExportedLine,
  lineColumns,
  paperColumns,
  riskColumns,
  scopedLines,
  summaryFacts,
  linesAtRisk,
} from './exported-lines.ts';
import { orderEvents } from './order-copies.ts';
import { OrderCopyButtons, type OrderCopyButtonsProps, useCustomerText } from './order-copy-buttons.tsx';
import { orderLink } from './sharing.ts';

interface OrderExportProps extends Pick<OrderCopyButtonsProps, 'onCopied' | 'isNarrow'> {
  session: OrderSession;
}

/** Copies and exports the order: text for the customer, link, file, print and calendar file. */
export function OrderExport({ session, isNarrow, onCopied }: OrderExportProps) {
  const { grid } = session;
  const { t } = useLingui();
  const words = useOrderWords();
  const overview = useOrder(session, (order) => order.overview);
  const name = useOrder(session, (order) => order.name);
  const customer = useOrder(session, (order) => order.customer);
  const title = name === '' ? t`Untitled order` : name;
  const { summary, lineCount } = overview;
  const { counts } = summary;
  const { phase } = useOrder(session, (order) => order.progress);
  const isPreparing = useOrder(session, (order) => order.isPreparing);
  const filters = useFilters(grid);
  const range = useSelection(grid);
  const hasSelection = range.active.row !== range.head.row;

  const lineNumbers = () => new Map(session.lines.getKeys().map((key, at) => [key, at + 1]));
  const linesOf = (keys: readonly number[]): ExportedLine[] => {
    const numbers = lineNumbers();
    const lines = keys.map((key) => {
      const entry = grid.entryOf(key);
      const productId = entry.derived?.productId ?? null;
      return {
        ...entry,
        number: numbers.get(key) ?? 0,
        timeline: productId === null ? null : session.timelineOf(productId),
      };
    });
    return lines.filter(({ row }) => !isBlank(row));
  };
  const all = () => linesOf(session.lines.getKeys());
  const shown = () => linesOf(grid.view.getState().keys);
  const selected = () => {
    const { top, bottom } = grid.range;
    return linesOf(grid.view.getState().keys.slice(top, bottom + 1));
  };
  const columns = lineColumns(words, session.promised);
  const forCustomer = useCustomerText(session, t`Leave out`);
  const { wordsOf } = useCustomerLanguage();
  async function tableForCustomer() {
    const told = await forCustomer.toTable(await wordsOf());
    if (told) onCopied(told.content);
    return told && told.table;
  }
  const facts = () => summaryFacts({ name, customer }, summary, words);

  const isChecking = phase !== 'idle' || isPreparing;
  const isClosed = counts.ordered + counts.shipped === lineCount;
  if (lineCount === 0) return null;
  const atRisk = riskColumns(words, session.promised);
  const ofColumns = (some: typeof columns) => ({
    name: t`Order lines`,
    title: [customer, title].filter(Boolean).join(' · '),
    columns: some,
    rows: [scopedLines(some, 'all', shown), ...(hasSelection ? [scopedLines(some, 'selected', selected)] : [])],
  });
  // Paper is read on other days too.
  const dated = withYears({ ...words, namedToday: null });
  const headline = () => {
    const numbers = lineNumbers();
    const lineNumber = (key: number) => numbers.get(key) ?? 0;
    return orderSentence(summary, { lineCount: lineCount - counts.ordered - counts.shipped, lineNumber }, dated);
  };
  return (
    <Group gap={8} justify="flex-end" data-icons>
      <OrderCopyButtons
        {...{ session, isNarrow, onCopied }}
        {...(isChecking && { disabledReason: t`A check is under way.` })}
        {...(isClosed && { disabledReason: t`All lines are ordered or shipped.` })}
      />
      <CopyLink title={title} address={() => orderLink(session, words)} />
      <ExportMenu
        screen="order"
        filePart={fileWords(`${customer} ${name}`)}
        retrievedAt={summary.oldestCheck}
        filter={[title, ...filterWords(grid.columns, filters)].join(', ')}
        table={{
          ...ofColumns(columns),
          summary: facts,
          onPaper: { ...ofColumns(paperColumns(words, session.promised)), headline },
        }}
        risks={
          counts.late + counts['not-available'] > 0
            ? {
                name: t`Late and at risk`,
                columns: atRisk,
                rows: [scopedLines(atRisk, 'all', () => linesAtRisk(all()))],
                summary: facts,
              }
            : undefined
        }
        forCustomer={isChecking || isClosed ? undefined : tableForCustomer}
        live={{ view: { of: 'order', id: session.id }, name: title, prepare: () => orderDesk.save() }}
        events={
          summary.oldestCheck === null
            ? undefined
            : () => orderEvents({ id: session.id, name, entries: all(), summary, words })
        }
      />
      {forCustomer.dialog}
    </Group>
  );
}

function filterWords(columns: readonly GridColumn<DraftLine, LineView>[], filters: ColumnFilters): string[] {
  return [...filters].map(([id, { values = [], contains = '' }]) => {
    const header = columns.find((column) => column.id === id)?.header ?? id;
    return `${header}: ${[...values, contains].filter(Boolean).join(' / ')}`;
  });
}
