import { useEffect, useState } from 'react';

import type { GridColumn, Suggestion } from './grid-column.ts';
import type { GridRow } from './row-entry.ts';

interface Found {
  readonly text: string;
  readonly suggestions: readonly Suggestion<GridRow>[];
}

const pauseInTyping = 120;
const nothing: Found = { text: '', suggestions: [] };

/** The completions of a text; those of a shorter or longer one stay until the new ones are there. */
export function useSuggestions(column: GridColumn<GridRow, unknown>, text: string): readonly Suggestion<GridRow>[] {
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
