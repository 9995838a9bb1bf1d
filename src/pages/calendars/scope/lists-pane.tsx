import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Download, ListPlus, Pencil, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { listFileWords, listFileName, readListFile, writeListFile } from '#features/list-file.ts';
import { longestName, tidyName, type SavedList, useSavedLists } from '#features/saved-lists.ts';
import { saveFile } from '#features/export/table-export.ts';
import { PanelEmpty, PanelWaiting } from '#features/panel.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import classes from './chooser.module.css';

interface ListsPaneProps {
  onOpen: (listId: string) => void;
  onAdd: (ids: readonly ProductId[]) => void;
}

/** Lists saved in this browser: open, rename, delete with undo, export and import. */
export function ListsPane({ onOpen, onAdd }: ListsPaneProps) {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  const { query, save, remove, restore } = useSavedLists();
  const [problem, setProblem] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<SavedList | null>(null);
  const saved = query.data?.find(({ id }) => id === save.data?.id);

  async function importList(file: File | null) {
    if (file === null) return;
    const reading = readListFile(await file.text());
    setProblem('problem' in reading ? listFileWords(reading.problem, i18n, formatCount) : null);
    if ('problem' in reading) return;
    setDeleted(null);
    save.mutate(reading.list);
  }

  if (query.isError || save.isError || remove.isError || restore.isError) return <NoLists role="alert" />;
  if (query.data === undefined) return <PanelWaiting lines={3} />;
  return (
    <>
      {query.data.length === 0 ? (
        <PanelEmpty icon={ListPlus} title={t`No saved lists`}>
          <Trans>Select products and save them as a list, for example “Autumn fabrics”.</Trans>
        </PanelEmpty>
      ) : (
        <ul aria-label={t`Saved lists`} className={classes.options}>
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
      {/* Not a notification: the dialog traps the focus, so Undo must be inside. */}
      <output>
        {deleted !== null ? (
          <UndoNote
            key={deleted.id}
            name={deleted.name}
            onUndo={() => {
              restore.mutate(deleted);
              setDeleted(null);
            }}
          />
        ) : (
          saved && <SavedAs name={saved.name} />
        )}
      </output>
      {problem !== null && (
        <Text role="alert" fz={14} c="var(--sh-late)">
          {problem}
        </Text>
      )}
      <div>
        <FileButton
          accept=".json,application/json"
          inputProps={{ 'aria-label': t`List file` }}
          onChange={(file) => void importList(file)}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Upload aria-hidden size={18} />}>
              <Trans>Import list</Trans>
            </Button>
          )}
        </FileButton>
      </div>
    </>
  );
}

interface ListRowProps {
  list: SavedList;
  onOpen: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

function ListRow({ list, onOpen, onAdd, onRemove }: ListRowProps) {
  const { t } = useLingui();
  const { rename } = useSavedLists();
  const [renaming, setRenaming] = useState<'before' | 'now' | 'after'>('before');
  const { name, productIds } = list;
  if (renaming === 'now') {
    return (
      <li>
        <NameForm
          label={t`New name for ${name}`}
          initialName={name}
          onName={(next) => rename.mutate({ list, name: next })}
          onClose={() => setRenaming('after')}
        >
          <Trans>Rename</Trans>
        </NameForm>
      </li>
    );
  }
  return (
    <Group component="li" gap={2} wrap="nowrap">
      <UnstyledButton flex={1} miw={0} fz={16} lh="20px" className={classes.option} onClick={onOpen}>
        <bdi>{name}</bdi>
        <Text span display="block" fz={13} c="dimmed">
          <Plural value={productIds.length} one="# product" other="# products" />
        </Text>
      </UnstyledButton>
      <IconButton label={t`Add products of ${name}`} Icon={ListPlus} onClick={onAdd} />
      <IconButton
        label={t`Rename ${name}`}
        Icon={Pencil}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the field that had the focus
        autoFocus={renaming === 'after'}
        onClick={() => setRenaming('now')}
      />
      <IconButton
        label={t`Export ${name}`}
        Icon={Download}
        onClick={() => saveFile(listFileName(name), new Blob([writeListFile(list)], { type: 'application/json' }))}
      />
      <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={onRemove} />
    </Group>
  );
}

/** Saves the selected products under a name in this browser. */
export function SaveList({ productIds }: { productIds: readonly ProductId[] }) {
  const { t } = useLingui();
  const { query, save } = useSavedLists();
  const saved = query.data?.find(({ id }) => id === save.data?.id);
  return (
    <div>
      <NameForm
        label={t`List name`}
        placeholder={t`Autumn fabrics`}
        onName={(name) => save.mutate({ name, productIds })}
      >
        <Trans>Save list</Trans>
      </NameForm>
      <output>{save.isError ? <NoLists /> : saved && <SavedAs name={saved.name} />}</output>
    </div>
  );
}

interface NameFormProps {
  label: string;
  placeholder?: string;
  /** The name to change. The field then replaces a button and takes its focus. */
  initialName?: string;
  onName: (name: string) => void;
  /** Called after submitting, and on Escape. */
  onClose?: () => void;
  /** The button's label. */
  children: React.ReactNode;
}

/** A field for a list's name, with a submit button. */
function NameForm({ label, placeholder, initialName, onName, onClose, children }: NameFormProps) {
  const form = useForm({ initialValues: { name: initialName ?? '' } });
  const isRenaming = initialName !== undefined;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name }) => {
        if (tidyName(name) === '') return;
        onName(name);
        form.reset();
        onClose?.();
      })}
    >
      <Group gap={8} align="flex-end">
        <TextInput
          {...form.getInputProps('name')}
          {...(isRenaming ? { 'aria-label': label } : { label })}
          placeholder={placeholder}
          maxLength={longestName}
          flex="1 1 9rem"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
          autoFocus={isRenaming}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onClose) return;
            event.stopPropagation();
            onClose();
          }}
        />
        <Button type="submit" variant="default" disabled={tidyName(form.values.name) === ''}>
          {children}
        </Button>
      </Group>
    </form>
  );
}

function SavedAs({ name }: { name: string }) {
  return (
    <Text span fz={14} c="dimmed">
      <Trans>
        Saved as <bdi>{name}</bdi>
      </Trans>
    </Text>
  );
}

function NoLists({ role }: { role?: 'alert' }) {
  return (
    <Text role={role} fz={14} c="var(--sh-late)">
      <Trans>This browser can't save lists. It may be in private mode.</Trans>
    </Text>
  );
}
