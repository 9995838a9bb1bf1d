import { Plural, useLingui } from '@lingui/react/macro';
import { Download, ListPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { listFileName, writeListFile } from '#features/calendar-lists/list-file.ts';
import type { SavedList } from '#features/calendar-lists/saved-list.ts';
import { saveFile } from '#features/export/take-table.ts';
import { IconButton } from '#ui/icon-button.tsx';

import classes from './chooser.module.css';
import { RenameList } from './rename-list.tsx';

interface ListRowProps {
  list: SavedList;
  onOpen: () => void;
  onAdd: () => void;
  onRemove: () => void;
}

/** A saved list and what can be done with it. */
export function ListRow({ list, onOpen, onAdd, onRemove }: ListRowProps) {
  const { t } = useLingui();
  const [naming, setNaming] = useState<'before' | 'now' | 'after'>('before');
  const { name, productIds } = list;
  if (naming === 'now') {
    return (
      <li className={classes.list}>
        <RenameList list={list} onDone={() => setNaming('after')} />
      </li>
    );
  }
  return (
    <li className={classes.list}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <bdi>{name}</bdi>
        <span className={classes.codes}>
          <Plural value={productIds.length} one="# product" other="# products" />
        </span>
      </button>
      <IconButton label={t`Add the products of ${name}`} Icon={ListPlus} onClick={onAdd} />
      <IconButton
        label={t`Rename ${name}`}
        Icon={Pencil}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the field that was left
        autoFocus={naming === 'after'}
        onClick={() => setNaming('now')}
      />
      <IconButton
        label={t`Export ${name}`}
        Icon={Download}
        onClick={() => saveFile(listFileName(name), new Blob([writeListFile(list)], { type: 'application/json' }))}
      />
      <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={onRemove} />
    </li>
  );
}
