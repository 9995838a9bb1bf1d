import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { session } from '#data/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { comboboxRole, type OptionKeys } from '#ui/option-keys.ts';
import { selectOnEntry } from '#ui/select-on-entry.ts';
import { addDays } from '#stock/calendar-date.ts';
import type { Suggestion } from '#stock/product-entry.ts';

import { suggestions } from './resolve-product.ts';

interface ProductFieldProps {
  /** Text of the field: product ID, SKU, words of a name, or an entry such as `300 m blue poplin by Dec 12`. */
  value: string;
  onChange: (text: string) => void;
  /** Called when a product is selected from the list, with what is typed beside it. */
  onPick: (suggestion: Suggestion) => void;
  /**
   * Called on Enter without a selection in the list. `index` is that of the suggestion to take, if arrow keys were
   * pressed before the suggestions for the text were listed.
   */
  onEnter: (index: number | null) => void;
  error?: ReactNode;
  onBlur?: () => void;
}

const pauseInTyping = 120;
/** Days from today to the date in the example. */
const exampleDays = 17;
const maxListed = 8;

const loadList = () => import('./suggestion-list.tsx');
const SuggestionList = lazy(async () => ({ default: (await loadList()).SuggestionList }));
const none: readonly Suggestion[] = [];

/** Searches products by ID, SKU or name while typing. The option list is loaded on focus. */
export function ProductField({ value, onChange, onPick, onEnter, onBlur, ...input }: ProductFieldProps) {
  const { t } = useLingui();
  const words = useLocale();
  const exampleDate = words.formatDate(addDays(words.today, exampleDays), 'short');
  const isSearchable = useQuery(session.current()).data?.service.searchable ?? true;
  const [wantsList, setWantsList] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<OptionKeys>(null);
  const listId = useId();
  /** Presses of the down arrow before the suggestions for the text were listed. */
  const [presses, setPresses] = useState(0);
  const [text] = useDebouncedValue(value, pauseInTyping);
  const wanted = suggestions(text, words, maxListed);
  const { data = none, isPlaceholderData } = useQuery({ ...wanted, enabled: wantsList && text.trim() !== '' });
  const isOpen = wantsList && value.trim() !== '' && data.length > 0;
  const isOfText = isOpen && text === value && !isPlaceholderData;

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (isOfText && keys.current?.(event.key)) event.preventDefault();
    else if (event.key === 'Escape') {
      // Without a list to close, it leaves the field, so that the next keys are shortcuts.
      if (!isOpen) field.current?.blur();
      close();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      setPresses(presses + 1);
      setWantsList(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(presses === 0 ? null : presses - 1);
      close();
    }
  }

  function close() {
    setPresses(0);
    setWantsList(false);
  }

  return (
    <div style={{ position: 'relative' }}>
      <TextInput
        {...input}
        ref={field}
        label={t`Product`}
        placeholder={isSearchable ? t`300 m blue poplin by ${exampleDate}` : t`Product ID`}
        description={isSearchable ? undefined : t`Search by product ID only. No product catalog is imported.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        enterKeyHint="search"
        dir="auto"
        {...comboboxRole}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        // If the list fails to load, typing still works, and the next input retries.
        onMouseDown={selectOnEntry}
        onFocus={() => void loadList().catch(() => undefined)}
        onChange={(event) => {
          setPresses(0);
          onChange(event.currentTarget.value);
          setWantsList(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {isOpen && (
        <Suspense>
          <SuggestionList
            id={listId}
            field={field}
            keys={keys}
            suggestions={data}
            isOutdated={!isOfText}
            withinPortal={false}
            startsAt={isOfText ? presses : 0}
            onPick={(suggestion) => {
              close();
              onPick(suggestion);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
