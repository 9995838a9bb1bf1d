import '#contract/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';
import { parseJson } from '#lib/parse-json.ts';
import { onTextChange, readText, rememberedPrefix, writeText } from '#ui/remembered-text.ts';

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

/**
 * Under which key what is remembered lies: what was seen of one service and market, and by whom, is not shown in
 * another (rules, *Many products*). Null for whoever is not signed in.
 */
export function rememberedKey(what: string, { signedIn, personId, market, service }: Session): string | null {
  if (!signedIn) return null;
  const owner = [service.baseUrl, market?.company, market?.salesOrganization, market?.territoryId, personId];
  return `${rememberedPrefix}${what}:${JSON.stringify(owner)}`;
}

export interface RememberedList<Entry> {
  name: string;
  entry: z.ZodMiniType<Entry>;
  /** Whether a new entry takes the place of an older one. */
  isSame: (one: Entry, other: Entry) => boolean;
  /** The oldest drop out beyond that. */
  most: number;
}

/** A list that this browser remembers ({@link useRemembered}), and a way to put an entry first. */
export function useRememberedList<Entry>(list: RememberedList<Entry>) {
  const { text, change } = useRemembered(list.name);
  const entries = useMemo(() => readEntries(list, text), [list, text]);
  const remember = useCallback(
    (entry: Entry) => change((known) => JSON.stringify(withEntry(list, readEntries(list, known), entry))),
    [list, change],
  );
  return { entries, remember };
}

/** The entries in `text`; none where it is missing or broken. */
export function readEntries<Entry>({ entry }: Pick<RememberedList<Entry>, 'entry'>, text: string | null): Entry[] {
  return z.array(entry).safeParse(parseJson(text ?? '')).data ?? [];
}

/** The entries with another one first. */
export function withEntry<Entry>(
  { isSame, most }: RememberedList<Entry>,
  entries: readonly Entry[],
  entry: Entry,
): Entry[] {
  return [entry, ...entries.filter((other) => !isSame(other, entry))].slice(0, most);
}
