import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ListPlus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';

import { listFileWords } from '#features/calendar-lists/list-file-words.ts';
import { readListFile } from '#features/calendar-lists/list-file.ts';
import type { SavedList } from '#features/calendar-lists/saved-list.ts';
import { useSavedLists } from '#features/calendar-lists/use-saved-lists.ts';
import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty, PanelWaiting } from '#features/panel.tsx';
import type { ProductId } from '#contract/product-id.ts';

import classes from './chooser.module.css';
import { ListOutcome } from './list-outcome.tsx';
import { ListRow } from './list-row.tsx';

interface ListsPaneProps {
  onOpen: (listId: string) => void;
  onAdd: (ids: readonly ProductId[]) => void;
}

/** The lists that this browser keeps: opened, renamed, deleted, taken along as a file and brought in from one. */
export function ListsPane({ onOpen, onAdd }: ListsPaneProps) {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  const { query, save, remove, restore } = useSavedLists();
  const [problem, setProblem] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<SavedList | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function bringIn(chosen: File | undefined) {
    if (chosen === undefined) return;
    const reading = readListFile(await chosen.text());
    if ('problem' in reading) {
      setProblem(listFileWords(reading.problem, i18n, formatCount));
      return;
    }
    setProblem(null);
    setDeleted(null);
    save.mutate(reading.list);
  }

  if (query.isError || save.isError || remove.isError || restore.isError) {
    return (
      <p role="alert" className={classes.problem}>
        <Trans>This browser keeps no lists: it may be in a private window.</Trans>
      </p>
    );
  }
  if (query.data === undefined) return <PanelWaiting lines={3} />;
  return (
    <>
      {query.data.length === 0 ? (
        <PanelEmpty icon={ListPlus} title={t`No list is kept yet`}>
          <Trans>Choose products and save them as a list, such as “Autumn fabrics”.</Trans>
        </PanelEmpty>
      ) : (
        <ul aria-label={t`Saved lists`} className={classes.found}>
          {query.data.map((list) => (
            <ListRow
              key={list.id}
              list={list}
              onOpen={() => onOpen(list.id)}
              onAdd={() => onAdd(list.productIds)}
              onRemove={() => {
                remove.mutate(list);
                setDeleted(list);
              }}
            />
          ))}
        </ul>
      )}
      <ListOutcome
        deleted={deleted}
        kept={query.data.find(({ id }) => id === save.data?.id)?.name ?? null}
        onUndo={(list) => {
          restore.mutate(list);
          setDeleted(null);
        }}
      />
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label={t`File of a list`}
          className={classes.file}
          tabIndex={-1}
          onChange={(event) => {
            void bringIn(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button variant="default" leftSection={<Upload aria-hidden size={18} />} onClick={() => file.current?.click()}>
          <Trans>Import a list</Trans>
        </Button>
      </div>
    </>
  );
}
