import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';

import { CopyLink } from '#parts/export/copy-link.tsx';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { CustomerCopy, useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import { useFilters, useSelection } from '#parts/grid/grid-state.ts';
import { isBlank } from '#stock/order/order-line.ts';
import type { ColumnFilters } from '#orders/lines/line-filters.ts';
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
import { colleagueCopy, orderEvents } from './order-copies.ts';
import { orderLink } from './sharing.ts';
import { orderToCopy, useCustomerText } from './use-customer-text.tsx';

interface OrderExportProps {
  session: OrderSession;
  isNarrow: boolean;
  /** Called after the text for the customer was copied. */
  onCopied: (copied: CopiedContent) => void;
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

  const linesOf = (keys: readonly number[]): ExportedLine[] => {
    const lines = keys.map((key) => {
      const entry = grid.entryOf(key);
      const productId = entry.derived?.productId ?? null;
      return {
        ...entry,
        number: session.numberOf(key),
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
  const asText = useCustomerText(session, t`Leave out and copy`);
  const forCustomer = useCustomerText(session, t`Leave out`);
  const { wordsOf } = useCustomerLanguage();
  async function tableForCustomer() {
    const told = await forCustomer.toTable(await wordsOf());
    if (told) onCopied(told.content);
    return told && told.table;
  }
  const facts = () => summaryFacts({ name, customer }, summary, words);

  const isChecking = phase !== 'idle' || isPreparing;
  const openCount = lineCount - counts.ordered - counts.shipped;
  const isClosed = openCount === 0;
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
  const headline = () => orderSentence(summary, { lineCount: openCount, lineNumber: session.numberOf }, dated);
  return (
    <Group gap={8} justify="flex-end" data-icons>
      <CustomerCopy
        isPrimary
        alwaysShowsLabel
        {...{ isNarrow, onCopied }}
        textLabel={t`Order as text`}
        disabledReason={
          isClosed ? t`All lines are ordered or shipped.` : isChecking ? t`A check is under way.` : undefined
        }
        toColleague={() => colleagueCopy(orderToCopy(session, words))}
        toCustomer={asText.toCustomer}
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
      {asText.dialog}
      {forCustomer.dialog}
    </Group>
  );
}

function filterWords(columns: OrderSession['grid']['columns'], filters: ColumnFilters): string[] {
  return [...filters].map(([id, { values = [], contains = '' }]) => {
    const header = columns.find((column) => column.id === id)?.header ?? id;
    return `${header}: ${[...values, contains].filter(Boolean).join(' / ')}`;
  });
}
