import { Plural, useLingui } from '@lingui/react/macro';
import { useRef, type ClipboardEvent } from 'react';

import { answerCopy } from '#features/export/copy-to-clipboard.ts';
import { useLocale } from '#ui/locale.tsx';
import { clipboardFields } from '#domain/export/clipboard-table.ts';
import { csvStyleOf } from '#domain/export/csv.ts';
import { isNumeric, type ExportKind } from '#domain/export/export-table.ts';

import type { RefusedTable } from './clipboard-refused-error.ts';
import classes from './table-to-copy.module.css';

/** Rows that show: whoever copies all of the table takes the others along. */
const mostShown = 100;

/** A table to be copied by hand: whoever copies all of it takes all rows along, in both forms. */
export function TableToCopy({ table: { columns, rows, copied } }: { table: RefusedTable }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const table = useRef<HTMLTableElement>(null);
  const style = csvStyleOf(locale);
  const shown = rows.slice(0, mostShown).map((row, at) => ({ at, fields: clipboardFields(columns, row, style) }));

  function onCopy(event: ClipboardEvent) {
    const selection = window.getSelection();
    const isPart = selection !== null && !selection.isCollapsed && !isWithin(selection, table.current);
    if (!isPart) answerCopy(event, copied);
  }

  return (
    <>
      <section
        ref={selectContents}
        aria-label={t`Table to copy`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        className={classes['region']}
        onCopy={onCopy}
      >
        <table ref={table}>
          <thead>
            <tr>
              {columns.map(({ header, kind }) => (
                <th key={header} scope="col" className={alignment(kind)}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, fields }) => (
              <tr key={at}>
                {columns.map(({ header, kind }, column) => (
                  <td key={header} className={alignment(kind)}>
                    {fields[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > mostShown && (
        <p>
          <Plural
            value={rows.length - mostShown}
            one="# more row is copied with them."
            other="# more rows are copied with them."
          />
        </p>
      )}
    </>
  );
}

function alignment(kind: ExportKind): string | undefined {
  return isNumeric(kind) ? classes['number'] : undefined;
}

function selectContents(region: HTMLElement | null) {
  if (region === null) return;
  region.focus();
  window.getSelection()?.selectAllChildren(region);
}

function isWithin(selection: Selection, element: Element | null): boolean {
  return element !== null && selection.containsNode(element);
}
