import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';

import { PanelError } from '#features/panel.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { readProductKeys } from '#domain/calendars/read-product-keys.ts';

import classes from './chooser.module.css';
import { RefusedKeys } from './refused-keys.tsx';
import { useProductKeys } from './use-product-keys.ts';

const pauseInTyping = 250;

/** Products out of a list that was pasted: what was understood, and each line that was not. */
export function PastePane({ onAdd }: { onAdd: (ids: readonly ProductId[]) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, pauseInTyping);
  const { keys, repeated, refused } = useMemo(() => readProductKeys(text, 'paste'), [text]);
  const { ids, unknown, isPending, error, retry } = useProductKeys(keys);
  const isReading = text !== typed || isPending;

  return (
    <>
      <Textarea
        data-autofocus
        label={t`Product ids or SKUs`}
        description={t`One a line, or separated by commas; a column of a spreadsheet will do.`}
        placeholder={t`10001, 10002, LIN-4410`}
        rows={6}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <PanelError error={error} onRetry={retry} />}
      <output className={classes.line}>
        {typed.trim() !== '' && !error && (
          <span className={classes.muted}>
            {isReading ? (
              <Trans>Looking up the products</Trans>
            ) : (
              <>
                <Plural value={ids.length} one="# product read" other="# products read" />
                {repeated > 0 && (
                  <>
                    , <Plural value={repeated} one="# named again" other="# named again" />
                  </>
                )}
              </>
            )}
          </span>
        )}
      </output>
      {!isReading && <RefusedKeys refused={refused} unknown={unknown} />}
      <div>
        <Button
          variant="default"
          disabled={isReading || ids.length === 0}
          onClick={() => {
            onAdd(ids);
            // What was refused stays, to be mended.
            setTyped([...unknown, ...refused.map((line) => line.text)].join('\n'));
          }}
        >
          {ids.length === 0 ? (
            <Trans>Add products</Trans>
          ) : (
            <Plural value={ids.length} one="Add # product" other="Add # products" />
          )}
        </Button>
      </div>
    </>
  );
}
