import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import { useLingui } from '@lingui/react/macro';
import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { GridColumn, GridRow, Suggestion } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { Editing } from './grid-session.ts';
import classes from './grid.module.css';

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
  const problem = editing?.problem ?? null;
  const [typed, setTyped] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const suggestions = useSuggestions(column, isEditing && isListOpen ? typed : '');
  const isExpanded = isEditing && isListOpen && suggestions.length > 0;
  const combobox = useCombobox({ opened: isExpanded || problem !== null, onOpenedChange: setListOpen });

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
    combobox.resetSelectedOption();
    setTyped(text);
    setListOpen(column.suggest !== undefined);
  }

  function pick(suggestion: Suggestion<GridRow> | undefined) {
    setListOpen(false);
    if (suggestion) session.commitCells(suggestion.cells);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isExpanded || event.nativeEvent.isComposing) return;
    if (event.key === 'Tab') pick(suggestions[combobox.getSelectedOptionIndex()]);
    // The first Escape closes the list, the next one ends the edit.
    if (event.key === 'Escape') event.stopPropagation();
  }

  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width="max-content"
      offset={4}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(id) => pick(suggestions.find((suggestion) => String(suggestion.id) === id))}
    >
      <Combobox.Target
        withKeyboardNavigation={isExpanded || (column.suggest !== undefined && editing?.mode === 'caret')}
        withAriaAttributes={isEditing && column.suggest !== undefined}
        withExpandedAttribute
      >
        <input
          ref={input}
          className={classes['input']}
          data-editing={isEditing || undefined}
          aria-label={t`${column.header}, row ${rowNumber}`}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : problemId}
          autoComplete="off"
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
      </Combobox.Target>
      {isEditing && (
        <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
          {isExpanded && (
            <Combobox.Options aria-label={t`Suggestions`} className={classes['options']}>
              {suggestions.map(({ id, content }) => (
                <Combobox.Option key={id} value={String(id)}>
                  {content}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          )}
          {problem !== null && (
            <p id={problemId} role="alert" className={classes['problem']}>
              {problem}
            </p>
          )}
        </Combobox.Dropdown>
      )}
    </Combobox>
  );
}

const pauseInTyping = 120;
const nothing: { text: string; suggestions: readonly Suggestion<GridRow>[] } = { text: '', suggestions: [] };

/** The completions of a text; those of a shorter or longer one stay until the new ones are there. */
function useSuggestions(column: GridColumn<GridRow, unknown>, text: string): readonly Suggestion<GridRow>[] {
  const [found, setFound] = useState(nothing);
  const wanted = column.suggest ? text.trim() : '';

  useEffect(() => {
    const abort = new AbortController();
    const find = async () => {
      // A list that can't be had leaves typing as it is.
      const suggestions = (await column.suggest?.(wanted, abort.signal).catch(() => null)) ?? [];
      if (!abort.signal.aborted) setFound({ text: wanted, suggestions });
    };
    const timer = wanted === '' ? undefined : setTimeout(() => void find(), pauseInTyping);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [column, wanted]);

  const isRelated = found.text !== '' && (wanted.startsWith(found.text) || found.text.startsWith(wanted));
  return wanted !== '' && isRelated ? found.suggestions : nothing.suggestions;
}
