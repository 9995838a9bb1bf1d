import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { copyToClipboard } from '#features/export/copy-to-clipboard.ts';

import type { RefusedTable } from './clipboard-refused-error.ts';
import classes from './export-trouble.module.css';
import { TableToCopy } from './table-to-copy.tsx';

interface ClipboardRefusedProps {
  table: RefusedTable;
  onCopied: () => void;
}

/** Asks for the click that a browser wants before it lets a table onto the clipboard; shows the table where that doesn't do. */
export function ClipboardRefused({ table, onCopied }: ClipboardRefusedProps) {
  const [isClosed, setIsClosed] = useState(false);

  async function copy() {
    if (await copyToClipboard(table.copied)) onCopied();
    else setIsClosed(true);
  }

  return (
    <>
      <p role="alert" className={classes['title']}>
        {isClosed ? (
          <Trans>The browser keeps the clipboard closed. Copy the table from here:</Trans>
        ) : (
          <Trans>The table is ready. The browser wants one more click before it goes to the clipboard.</Trans>
        )}
      </p>
      {isClosed && <TableToCopy table={table} />}
      <Button data-autofocus onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
    </>
  );
}
