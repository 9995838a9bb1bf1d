import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { errorSentence } from '#data/describe-error.ts';
import { lists, maxListNameLength, tidyName, useLists } from '#data/lists.ts';
import type { ListEntry } from '#stock/contract/orders.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { PanelEmpty, PanelPending } from '#parts/panel.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import classes from './chooser.module.css';

interface ListsPaneProps {
  onOpen: (listId: string) => void;
  onAdd: (ids: readonly ProductId[]) => void;
}

/** The user's lists: open, add, rename, delete with undo. */
export function ListsPane({ onOpen, onAdd }: ListsPaneProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { query, rename, remove, restore } = useLists();
  const addition = useMutation({
    mutationFn: (id: string) => client.fetchQuery(lists.one(id)),
    onSuccess: ({ content }) => onAdd(content.productIds),
  });
  const error = rename.error ?? remove.error ?? restore.error ?? addition.error;

  if (query.data === undefined) return <PanelPending query={query} lines={3} />;
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
              onAdd={() => addition.mutate(list.id)}
              onRename={(name) => rename.mutate({ id: list.id, name })}
              onRemove={() => {
                restore.reset();
                remove.mutate(list.id);
              }}
            />
          ))}
        </ul>
      )}
      {/* Not a notification: the dialog traps the focus, so Undo must be inside. */}
      <output>
        {remove.data !== undefined && (
          <UndoNote
            key={remove.data.id}
            name={remove.data.content.name}
            onUndo={() => {
              restore.mutate(remove.data);
              remove.reset();
            }}
          />
        )}
      </output>
      {error && <ListProblem error={error} role="alert" />}
    </>
  );
}

interface ListRowProps {
  list: ListEntry;
  onOpen: () => void;
  onAdd: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

function ListRow({ list: { name, productCount }, onOpen, onAdd, onRename, onRemove }: ListRowProps) {
  const { t } = useLingui();
  const [renaming, setRenaming] = useState<'before' | 'now' | 'after'>('before');
  if (renaming === 'now') {
    return (
      <li>
        <NameForm
          label={t`New name for ${name}`}
          initialName={name}
          onName={onRename}
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
          <Plural value={productCount} one="# product" other="# products" />
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
      <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={onRemove} />
    </Group>
  );
}

interface SaveListProps {
  productIds: readonly ProductId[];
  onSaved?: (list: ListEntry) => void;
  /** Whether the form is all that a panel holds, and takes the focus. */
  isAlone?: boolean;
}

/** Saves the selected products under a name. */
export function SaveList({ productIds, onSaved, isAlone = false }: SaveListProps) {
  const { t } = useLingui();
  const { query, save, refill } = useLists();
  const [taken, setTaken] = useState<ListEntry>();
  const [savedId, setSavedId] = useState<string>();
  const saved = query.data?.find(({ id }) => id === savedId);
  const error = save.error ?? refill.error;
  const onSuccess = (list: ListEntry) => {
    setTaken(undefined);
    setSavedId(list.id);
    onSaved?.(list);
  };
  function saveAs(name: string) {
    const same = query.data?.find((list) => list.name.toLowerCase() === tidyName(name).toLowerCase());
    setTaken(same);
    setSavedId(undefined);
    if (same === undefined) save.mutate({ name, productIds }, { onSuccess });
  }
  return (
    <div>
      <NameForm label={t`List name`} placeholder={t`Autumn fabrics`} isFocused={isAlone} onName={saveAs}>
        <Trans>Save list</Trans>
      </NameForm>
      <output>{error ? <ListProblem error={error} /> : saved && <SavedAs name={saved.name} />}</output>
      {taken && (
        <TakenName
          name={taken.name}
          onRefill={(isAdded) => refill.mutate({ id: taken.id, productIds, isAdded }, { onSuccess })}
        />
      )}
    </div>
  );
}

interface NameFormProps {
  label: string;
  placeholder?: string;
  /** The name to change. The field then replaces a button and takes its focus. */
  initialName?: string;
  isFocused?: boolean;
  onName: (name: string) => void;
  /** Called after submitting, and on Escape. */
  onClose?: () => void;
  /** The button's label. */
  children: React.ReactNode;
}

/** A field for a list's name, with a submit button. */
function NameForm({
  label,
  placeholder,
  initialName,
  isFocused = initialName !== undefined,
  onName,
  onClose,
  children,
}: NameFormProps) {
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
          maxLength={maxListNameLength}
          flex="1 1 9rem"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
          autoFocus={isFocused}
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

interface TakenNameProps {
  name: string;
  /** `isAdded`: the products are added to those of the list, instead of replacing them. */
  onRefill: (isAdded: boolean) => void;
}

/** A list has the name already: what can be done with it. */
function TakenName({ name, onRefill }: TakenNameProps) {
  return (
    <>
      <Text role="alert" fz={14} my={8}>
        <Trans>A list named {name} already exists.</Trans>
      </Text>
      <Group gap={8}>
        <Button variant="default" onClick={() => onRefill(true)}>
          <Trans>Add to {name}</Trans>
        </Button>
        <Button variant="default" onClick={() => onRefill(false)}>
          <Trans>Replace {name}</Trans>
        </Button>
      </Group>
    </>
  );
}

function SavedAs({ name }: { name: string }) {
  return (
    <Text span fz={14} c="dimmed">
      <Trans>Saved as {name}</Trans>
    </Text>
  );
}

function ListProblem({ error, role }: { error: Error; role?: 'alert' }) {
  const { i18n } = useLingui();
  return (
    <Text role={role} fz={14} c="var(--sh-late)">
      {errorSentence(error, i18n)}
    </Text>
  );
}
