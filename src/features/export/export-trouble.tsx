import { Plural, Trans, useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Table.css';
import '@mantine/core/styles/List.css';
import { Box, Button, List, Stack, Table, Text } from '@mantine/core';
import { describeError } from '#api/describe-error.ts';
import { FileWriteError } from '#features/export/writing/file-writer.ts';
import { useLocale } from '#ui/locale.tsx';
import { type ExportExtent, isNumeric, type ExportKind } from '#domain/export/export-table.ts';
import { ClipboardRefusedError, type RefusedTable, TooManyRowsError } from './take-table.ts';
import type { ExportRun } from './use-export-run.ts';
import { useState, useRef, type ClipboardEvent } from 'react';
import { copyToClipboard, answerCopy } from './copy-to-clipboard.ts';
import { clipboardFields } from '#domain/export/clipboard-table.ts';
import { csvStyleOf } from '#domain/export/csv.ts';

interface ExportTroubleProps {
  run: Extract<ExportRun, { phase: 'done' | 'failed' }>;
  onRetry: () => void;
  /** What the clipboard had refused is there now. */
  onCopied: (extent: ExportExtent) => void;
}

const mostNamed = 20;

/** What is missing in a file, or why there is none; nothing is left out without a word. */
export function ExportTrouble({ run, onRetry, onCopied }: ExportTroubleProps) {
  const error = run.phase === 'failed' ? run.error : null;
  if (error instanceof ClipboardRefusedError) {
    return (
      <Stack gap="sm" align="flex-start">
        <ClipboardRefused table={error.table} onCopied={() => onCopied(error.table.extent)} />
      </Stack>
    );
  }
  return (
    <Stack role="alert" gap="sm" align="flex-start">
      {run.phase === 'failed' ? <Failure error={error} /> : <Missing run={run} />}
      {!(error instanceof TooManyRowsError) && (
        <Button variant="default" data-autofocus onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </Stack>
  );
}

function Missing({ run }: { run: Extract<ExportRun, { phase: 'done' }> }) {
  const { formatCount } = useLocale();
  const { rows, expected, missing } = run.extent;
  return (
    <>
      <Text fw={600}>
        {run.what === null ? (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows.
          </Trans>
        ) : (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows, saved as {run.what}.
          </Trans>
        )}
      </Text>
      <List size="sm" c="dimmed" mah={240} style={{ overflow: 'auto' }}>
        {missing.slice(0, mostNamed).map((what) => (
          <List.Item key={what}>{what}</List.Item>
        ))}
      </List>
      {missing.length > mostNamed && (
        <Text>
          <Plural value={missing.length - mostNamed} one="and # more" other="and # more" />
        </Text>
      )}
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  const { formatCount } = useLocale();
  if (error instanceof TooManyRowsError) {
    const most = formatCount(error.most);
    return (
      <Text fw={600}>
        <Trans>These are more than {most} rows: take them along as a CSV or Excel file.</Trans>
      </Text>
    );
  }
  if (error instanceof FileWriteError) {
    return (
      <>
        <Text fw={600}>
          <Trans>The file could not be written. Make room on this device's disk and try again.</Trans>
        </Text>
        <Text>{error.message}</Text>
      </>
    );
  }
  const { title, detail, requestId } = describeError(error, i18n);
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Text>{detail}</Text>
      {requestId && (
        <Text>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </Text>
      )}
    </>
  );
}

interface ClipboardRefusedProps {
  table: RefusedTable;
  onCopied: () => void;
}

/** Asks for the click that a browser wants before it lets a table onto the clipboard; shows the table where that doesn't do. */
function ClipboardRefused({ table, onCopied }: ClipboardRefusedProps) {
  const [isClosed, setIsClosed] = useState(false);

  async function copy() {
    if (await copyToClipboard(table.copied)) onCopied();
    else setIsClosed(true);
  }

  return (
    <>
      <Text role="alert" fw={600}>
        {isClosed ? (
          <Trans>The browser keeps the clipboard closed. Copy the table from here:</Trans>
        ) : (
          <Trans>The table is ready. The browser wants one more click before it goes to the clipboard.</Trans>
        )}
      </Text>
      {isClosed && <TableToCopy table={table} />}
      <Button data-autofocus onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
    </>
  );
}

/** Rows that show: whoever copies all of the table takes the others along. */
const mostShown = 100;

/** A table to be copied by hand: whoever copies all of it takes all rows along, in both forms. */
function TableToCopy({ table: { columns, rows, copied } }: { table: RefusedTable }) {
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
      <Box
        component="section"
        ref={selectContents}
        aria-label={t`Table to copy`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        w="100%"
        mah={260}
        bg="var(--sh-page)"
        style={{ overflow: 'auto', border: '1px solid var(--sh-line-strong)', borderRadius: 8 }}
        onCopy={onCopy}
      >
        <Table fz="xs" ref={table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, kind }) => (
                <Table.Th key={header} scope="col" ta={alignment(kind)}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ at, fields }) => (
              <Table.Tr key={at}>
                {columns.map(({ header, kind }, column) => (
                  <Table.Td key={header} ta={alignment(kind)}>
                    {fields[column]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {rows.length > mostShown && (
        <Text>
          <Plural
            value={rows.length - mostShown}
            one="# more row is copied with them."
            other="# more rows are copied with them."
          />
        </Text>
      )}
    </>
  );
}

function alignment(kind: ExportKind): 'end' | 'start' {
  return isNumeric(kind) ? 'end' : 'start';
}

function selectContents(region: HTMLElement | null) {
  if (region === null) return;
  region.focus();
  window.getSelection()?.selectAllChildren(region);
}

function isWithin(selection: Selection, element: Element | null): boolean {
  return element !== null && selection.containsNode(element);
}
