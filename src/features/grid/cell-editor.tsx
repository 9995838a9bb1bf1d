import { useLingui } from '@lingui/react/macro';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { useListbox } from '#ui/use-listbox.ts';

import { AnchoredPopover } from '#ui/anchored-popover.tsx';
import classes from './cell-editor.module.css';
import type { Editing } from './editor-model.ts';
import type { GridColumn } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { GridRow } from './row-entry.ts';
import { useSuggestions } from './use-suggestions.ts';

interface CellEditorProps {
  column: GridColumn<GridRow, unknown>;
  rowNumber: number;
  editing: Editing | null;
}

/**
 * The input of the active cell: empty and unseen until something is typed, so that the first key, an input method and
 * dictation all arrive. Its text is the browser's own; React hears of it for the suggestions alone.
 */
export function CellEditor({ column, rowNumber, editing }: CellEditorProps) {
  const { t } = useLingui();
  const { session, presence } = useGrid();
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const isEditing = editing !== null;
  const [typed, setTyped] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const suggestions = useSuggestions(column, isEditing && isListOpen ? typed : '');

  const listbox = useListbox({
    count: suggestions.length,
    open: isEditing && isListOpen,
    onOpen: () => setListOpen(true),
    onClose: () => setListOpen(false),
    onPick: (index) => {
      const suggestion = suggestions[index];
      setListOpen(false);
      if (suggestion) session.commitCells(suggestion.cells);
    },
  });

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    if (presence.hasFocus && (isEditing || !presence.isTouch)) element.focus({ preventScroll: true });
    // What began with a character has it in the input already.
    if (!isEditing) element.value = '';
    else if (element.value !== session.editor.draft) element.value = session.editor.draft;
  }, [isEditing, presence, session]);

  function onInput() {
    const text = input.current?.value ?? '';
    if (!isEditing && !session.startEdit('typing')) return;
    session.editor.type(text);
    listbox.reset();
    setTyped(text);
    setListOpen(column.suggest !== undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isEditing || !column.suggest || event.nativeEvent.isComposing) return;
    const suggestion = suggestions[listbox.active];
    if (event.key === 'Tab' && suggestion) session.commitCells(suggestion.cells);
    else if (listbox.expanded || editing.mode === 'caret') listbox.inputProps.onKeyDown(event);
  }

  return (
    <>
      <input
        {...(column.suggest && isEditing ? listbox.inputProps : { autoComplete: 'off' })}
        ref={input}
        className={classes['input']}
        data-editing={isEditing || undefined}
        aria-label={t`${column.header}, row ${rowNumber}`}
        aria-invalid={editing?.problem ? true : undefined}
        aria-describedby={editing?.problem ? problemId : undefined}
        defaultValue=""
        dir="auto"
        spellCheck={false}
        autoCapitalize="off"
        inputMode={column.inputMode}
        enterKeyHint="next"
        onInput={onInput}
        onKeyDown={onKeyDown}
        onBlur={() => session.commit()}
      />
      {listbox.expanded && (
        <AnchoredPopover anchor={input}>
          <ul {...listbox.listProps} aria-label={t`Suggestions`} className={classes['list']}>
            {suggestions.map((suggestion, index) =>
              suggestion.option(listbox.optionProps(index), index === listbox.active),
            )}
          </ul>
        </AnchoredPopover>
      )}
      {editing?.problem && (
        <AnchoredPopover anchor={input}>
          <p id={problemId} role="alert" className={classes['problem']}>
            {editing.problem}
          </p>
        </AnchoredPopover>
      )}
    </>
  );
}
