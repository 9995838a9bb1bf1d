import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { session } from '#data/session.ts';
import type { Session } from '#stock/contract/gateway-responses.ts';
import { parseJson } from '#stock/parse-json.ts';
import { readText, rememberedPrefix, useText, writeText } from '#ui/remembered-text.ts';

/**
 * Local storage value for the current service, market and user, with a function to change it. `change` passes the
 * current value to its callback. It is stable, and does nothing while signed out.
 */
export function useRemembered(what: string) {
  const key = useRememberedKey(what);
  const text = useText(key);
  const change = useCallback(
    (next: (text: string | null) => string) => {
      if (key !== null) writeText(key, next(readText(key)));
    },
    [key],
  );
  return { text, change };
}

/** {@link rememberedKey} of the current session; null while signed out. */
export function useRememberedKey(what: string): string | null {
  const { data } = useQuery(session.current());
  return data ? rememberedKey(what, data) : null;
}

/**
 * Returns the storage key. It contains service, market and user, so that data of one isn't shown in another. Null
 * while signed out.
 */
export function rememberedKey(what: string, { signedIn, personId, market, service }: Session): string | null {
  if (!signedIn) return null;
  const owner = [service.baseUrl, market?.company, market?.salesOrganization, market?.territoryId, personId];
  return `${rememberedPrefix}${what}:${JSON.stringify(owner)}`;
}

export interface RememberedList<Entry> {
  name: string;
  /** Names of fields as an earlier version stored them, with their present names. */
  currentNames?: Readonly<Record<string, string>>;
  /** Whether stored data has the shape of an entry; an earlier version may have stored another. */
  isEntry: (stored: unknown) => stored is Entry;
  /** Whether a new entry replaces an older one. */
  isSame: (one: Entry, other: Entry) => boolean;
  /** Maximum number of entries. The oldest are dropped. */
  maxEntries: number;
}

/** A stored list ({@link useRemembered}), with a function that puts an entry first. */
export function useRememberedList<Entry>(list: RememberedList<Entry>) {
  const { text, change } = useRemembered(list.name);
  const entries = useMemo(() => readEntries(list, text), [list, text]);
  const remember = useCallback(
    (entry: Entry) => change((known) => JSON.stringify(withEntry(list, readEntries(list, known), entry))),
    [list, change],
  );
  return { entries, remember };
}

/** Parses stored entries. Empty if `text` is missing or invalid. */
export function readEntries<Entry>(
  { isEntry, currentNames = {} }: Pick<RememberedList<Entry>, 'isEntry' | 'currentNames'>,
  text: string | null,
): readonly Entry[] {
  const renamed = text?.replaceAll(/"(\w+)":/g, (field, name: string) => `"${currentNames[name] ?? name}":`);
  const stored = parseJson(renamed ?? '');
  return Array.isArray(stored) && stored.every(isEntry) ? stored : [];
}

/** Returns the entries with a new one first. */
export function withEntry<Entry>(
  { isSame, maxEntries }: RememberedList<Entry>,
  entries: readonly Entry[],
  entry: Entry,
): Entry[] {
  return [entry, ...entries.filter((other) => !isSame(other, entry))].slice(0, maxEntries);
}
