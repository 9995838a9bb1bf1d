import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';

import { rememberedKey } from './remembered-key.ts';
import { onTextChange, readText, writeText } from '#ui/storage/remembered-text.ts';

/**
 * A text that this browser remembers for the service, market and person signed in, and a way to change it. `change`
 * is given the text of that moment; it is stable, and does nothing while nobody is known to be signed in.
 */
export function useRemembered(what: string) {
  const { data } = useQuery(session.current());
  const key = data ? rememberedKey(what, data) : null;
  const text = useSyncExternalStore(onTextChange, () => (key === null ? null : readText(key)));
  const change = useCallback(
    (next: (text: string | null) => string) => {
      if (key !== null) writeText(key, next(readText(key)));
    },
    [key],
  );
  return { text, change };
}
