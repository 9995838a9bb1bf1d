import { Plural, useLingui } from '@lingui/react/macro';
import { Download, ListPlus, Pencil, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

import { listFileName, writeListFile } from '#components/calendar-lists/list-file.ts';
import type { SavedList } from '#components/calendar-lists/saved-list.ts';
import { saveFile } from '#components/export/save-file.ts';

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
  const [isNaming, setIsNaming] = useState(false);
  const { name, productIds } = list;
  if (isNaming) {
    return (
      <li className={classes.list}>
        <RenameList list={list} onDone={() => setIsNaming(false)} />
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
      <Tool label={t`Add the products of ${name}`} Icon={ListPlus} onClick={onAdd} />
      <Tool label={t`Rename ${name}`} Icon={Pencil} onClick={() => setIsNaming(true)} />
      <Tool
        label={t`Export ${name}`}
        Icon={Download}
        onClick={() => saveFile(listFileName(name), new Blob([writeListFile(list)], { type: 'application/json' }))}
      />
      <Tool label={t`Delete ${name}`} Icon={Trash2} onClick={onRemove} />
    </li>
  );
}

function Tool({ label, Icon, onClick }: { label: string; Icon: LucideIcon; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} className={classes.tool} onClick={onClick}>
      <Icon aria-hidden size={18} />
    </button>
  );
}
