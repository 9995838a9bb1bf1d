import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useTable } from '@tanstack/react-table';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useState, type RefObject } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import classes from './entries-table.module.css';
import type { EntryRow } from './entry-rows.ts';
import { SortHeader } from './sort-header.tsx';
import { entryFeatures, useEntryColumns } from './use-entry-columns.tsx';

interface EntriesTableProps {
  rows: readonly EntryRow[];
  /** Rows that hold it are marked. */
  quantity: Thousandths | null;
  unit: string | null;
  /** Holds the rows that show, in their order, for whoever takes them along. */
  shownRef?: RefObject<readonly EntryRow[]>;
}

/** Rows on the page at first, and added by each request: thousands at once would hold the page up for seconds. */
const [rowsAtFirst, rowsMore] = [200, 500];

/** Every entry of a calendar, sortable by each column; past ones and those beyond the first hundreds on request. */
export function EntriesTable({ rows, quantity, unit, shownRef }: EntriesTableProps) {
  const { t, i18n } = useLingui();
  const tableId = useId();
  const [showsPast, setShowsPast] = useState(false);
  const [most, setMost] = useState(rowsAtFirst);
  const past = rows.filter(({ kind }) => kind === 'past').length;
  const data = useMemo(() => rows.filter(({ kind }) => showsPast || kind !== 'past'), [rows, showsPast]);
  const columns = useEntryColumns(quantity, unit);
  const table = useTable({
    features: entryFeatures,
    columns,
    data,
    getRowId: (row) => row.id,
    enableSortingRemoval: false,
    initialState: { sorting: [{ id: 'date', desc: false }] },
  });

  const { rows: sorted } = table.getRowModel();
  const more = Math.min(sorted.length - most, rowsMore);
  useEffect(() => {
    if (shownRef) shownRef.current = sorted.map(({ original }) => original);
  }, [shownRef, sorted]);

  return (
    <div className={classes.entries}>
      {past > 0 && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={showsPast}
          aria-controls={tableId}
          onClick={() => setShowsPast(!showsPast)}
        >
          <ChevronRight aria-hidden size={16} />
          {showsPast ? (
            <Trans>Hide past entries</Trans>
          ) : (
            <Plural value={past} one="Show # past entry" other="Show # past entries" />
          )}
        </button>
      )}
      <div className={classes.scroll}>
        <table id={tableId} aria-label={t`Calendar entries`} className={classes.table} data-wide={quantity !== null}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <SortHeader key={header.id} column={header.column}>
                    <table.FlexRender header={header} />
                  </SortHeader>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {sorted.slice(0, most).map((row) => (
              <tr key={row.id} data-kind={row.original.kind} data-enough={(row.original.spare ?? -1) >= 0 || undefined}>
                {row.getAllCells().map((cell) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control; its text is rendered by the column
                  <td key={cell.id} data-column={cell.column.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <button type="button" className={classes.toggle} aria-controls={tableId} onClick={() => setMost(most + more)}>
          <ChevronDown aria-hidden size={16} />
          <Trans>
            Show {i18n.number(more)} more of {i18n.number(sorted.length)} entries
          </Trans>
        </button>
      )}
    </div>
  );
}
