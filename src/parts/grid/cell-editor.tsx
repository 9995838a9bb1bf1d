import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { comboboxRole, type OptionKeys } from '#ui/option-keys.ts';

import type { GridColumn, GridRow, Suggestion } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { Editing } from './grid-session.ts';
import classes from './grid.module.css';

// Suggestions and problems are loaded with the first edit.
const loadList = () => import('#ui/option-list.tsx');
const OptionList = lazy(async () => ({ default: (await loadList()).OptionList<Suggestion<GridRow>> }));
const ReadingHint = lazy(async () => ({ default: (await import('#ui/reading-hint.tsx')).ReadingHint }));
const CellProblem = lazy(async () => ({ default: (await import('./cell-problem.tsx')).CellProblem }));

interface CellEditorProps {
  column: GridColumn<GridRow, unknown>;
  rowNumber: number;
  editing: Editing | null;
  /** Shown while it is edited and empty. */
  placeholder: string | undefined;
}

/**
 * Input of the active cell. Empty and invisible until the user types, so that the first key, input methods (IME) and
 * dictation work. The input is uncontrolled: React state is updated only for suggestions.
 */
export function CellEditor({ column, rowNumber, editing, placeholder }: CellEditorProps) {
  const { t } = useLingui();
  const { session, presence } = useGrid();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  const [listId, problemId] = [useId(), useId()];
  const isEditing = editing !== null;
  const problem = editing?.problem ?? null;
  const [typed, setTyped] = useState('');
  const [wasEditing, setWasEditing] = useState(isEditing);
  const [isListOpen, setListOpen] = useState(false);
  const { suggestions, isOutdated } = useSuggestions(column, isEditing && isListOpen ? typed : '');
  const isExpanded = isEditing && isListOpen && suggestions.length > 0;
  const echo = isEditing && problem === null && typed !== '' ? (column.echo?.(typed) ?? null) : null;

  if (wasEditing !== isEditing) {
    setWasEditing(isEditing);
    if (!isEditing) setTyped('');
  }

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    if (isEditing || (presence.hasFocus && !presence.isTouch)) element.focus({ preventScroll: true });
    // A phone's bars cover the end of the page.
    if (isEditing) element.scrollIntoView({ block: 'nearest' });
    // If typing started the edit, the input already contains the character.
    if (!isEditing) element.value = '';
    else if (element.value !== session.editor.draft) {
      element.value = session.editor.draft;
      // What is typed after a tap replaces the text, as on a desktop; a second tap places the caret.
      if (presence.isTouch) element.select();
    }
  }, [isEditing, presence, session]);

  function onInput() {
    const text = input.current?.value ?? '';
    if (!isEditing && !session.startEdit('typing')) return;
    session.editor.type(text);
    setTyped(text);
    setListOpen(column.suggest !== undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!column.suggest || event.nativeEvent.isComposing) return;
    if (!isExpanded) {
      if (event.key !== 'ArrowDown' || editing?.mode !== 'caret') return;
      setListOpen(true);
      event.preventDefault();
    } else if (event.key === 'Tab') {
      // Selects the highlighted option and moves on.
      const isTaken = !isOutdated && keys.current?.('Enter') === true;
      if (isTaken && presence.isTouch && column.continuesOnEnter) event.preventDefault();
    } else if (event.key === 'Escape') {
      // The next Escape ends the edit.
      setListOpen(false);
      event.stopPropagation();
    } else if (!(isOutdated && event.key === 'Enter') && keys.current?.(event.key)) event.preventDefault();
  }

  return (
    <>
      <input
        ref={input}
        className={classes['input']}
        data-editing={isEditing || undefined}
        aria-label={t`${column.header}, row ${rowNumber}`}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : problemId}
        {...(isEditing && column.suggest && { ...comboboxRole, 'aria-expanded': isExpanded })}
        aria-controls={isExpanded ? listId : undefined}
        placeholder={isEditing ? placeholder : undefined}
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
      {isExpanded && (
        <Suspense>
          <OptionList
            id={listId}
            label={t`Suggestions`}
            field={input}
            keys={keys}
            options={suggestions}
            isOutdated={isOutdated}
            width="max-content"
            onPick={({ cells }) => {
              setListOpen(false);
              session.commitCells(cells);
              // On a desktop, Enter does so.
              if (!presence.isTouch || !column.continuesOnEnter) return;
              session.enter(false);
              session.startEdit('caret');
            }}
          />
        </Suspense>
      )}
      {echo !== null && (
        <Suspense>
          <ReadingHint field={input}>{echo}</ReadingHint>
        </Suspense>
      )}
      {problem !== null && (
        <Suspense>
          <CellProblem id={problemId} field={input}>
            {problem}
          </CellProblem>
        </Suspense>
      )}
    </>
  );
}

const pauseInTyping = 120;
const nothing: { text: string; suggestions: readonly Suggestion<GridRow>[] } = { text: '', suggestions: [] };

/** Returns suggestions for a text. Those of a shorter or longer prefix are kept until new ones are loaded. */
function useSuggestions(column: GridColumn<GridRow, unknown>, text: string) {
  const [found, setFound] = useState(nothing);
  const wanted = column.suggest ? text.trim() : '';

  useEffect(() => {
    const abort = new AbortController();
    const find = async () => {
      // If suggestions fail to load, typing still works.
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
  const { suggestions } = wanted !== '' && isRelated ? found : nothing;
  return { suggestions, isOutdated: found.text !== wanted };
}
