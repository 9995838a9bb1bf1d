import {
  hashKey,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';

import type { ResponseInfo, Session, SignIn } from '#stock/contract/gateway-responses.ts';
import { type CalendarDate, todayIn } from '#stock/calendar-date.ts';

import { requestJson } from './http-client.ts';

/** Whether the stock service concerns the user: everybody but a company's user who is no administrator. */
export function seesService({ by, isAdministrator }: Pick<Session, 'by' | 'isAdministrator'>): boolean {
  return by !== 'company' || isAdministrator;
}

/** Data version of the service that is shown: the first session's, until a refresh after an import; null until known. */
const shownGeneration = createAtom<number | null>(null);

/** The service's date, and its time zone (IANA name). */
interface ServiceDay {
  today: CalendarDate;
  timeZone: string;
}

const day = createAtom<ServiceDay | null>(null);

/** The service's date from its latest response; the date in UTC until the first. */
export function serviceToday(): CalendarDate {
  return day.get()?.today ?? todayIn('UTC');
}

/** {@link serviceToday} with its time zone. */
export function useServiceDay(): ServiceDay {
  return useSelector(day) ?? { today: serviceToday(), timeZone: 'UTC' };
}

function noteDay({ today, timeZone }: ServiceDay): void {
  const known = day.get();
  if (known?.today !== today || known.timeZone !== timeZone) day.set({ today, timeZone });
}

/** The connected service and the current user. */
export const session = {
  current: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: async ({ signal }) => {
        const current = await requestJson<Session>('/gateway/session', { signal });
        noteDay(current.service);
        if (shownGeneration.get() === null) shownGeneration.set(current.service.generation);
        return current;
      },
      staleTime: 60_000,
    }),

  /** Signs in. The server keeps the credentials; the browser gets an HttpOnly cookie. */
  signIn: () =>
    mutationOptions({
      mutationKey: ['session', 'sign-in'],
      // Don't keep credentials in memory.
      gcTime: 0,
      mutationFn: (credentials: SignIn) =>
        requestJson<unknown>('/gateway/session', { method: 'POST', body: credentials }),
    }),

  /** Signs out of this browser, or of all of the user's browsers. */
  signOut: <Options extends { everywhere: boolean }>() =>
    mutationOptions({
      mutationKey: ['session', 'sign-out'],
      mutationFn: ({ everywhere }: Options) =>
        requestJson<Session>(`/gateway/session?everywhere=${everywhere}`, { method: 'DELETE' }),
    }),
};

/** Imports and the service's midnight are noticed within a minute, and when the tab is opened again. */
const pollingInterval = 30_000;

/** Whether stock data was imported since the shown data was loaded, and a function to reload it. */
export function useNewStockData(): { isNew: boolean; refresh: () => void } {
  const client = useQueryClient();
  const { data } = useQuery({
    ...session.current(),
    refetchInterval: pollingInterval,
    refetchOnWindowFocus: 'always',
  });
  const generation = data?.service.generation ?? null;
  const shown = useSelector(shownGeneration);
  return {
    isNew: shown !== null && generation !== null && generation !== shown,
    refresh: () => {
      shownGeneration.set(generation);
      for (const key of ['stock', 'products']) void client.invalidateQueries({ queryKey: [key] });
    },
  };
}

/** Whether somebody is signed in; false until that is known. */
export function useIsSignedIn(): boolean {
  return useQuery({ ...session.current(), select: ({ signedIn }) => signedIn }).data ?? false;
}

/** Returns whether a response is of another day or other stock data than a new one would be. */
export function useIsOutdated(): (response: Pick<ResponseInfo, 'today' | 'dataVersion'>) => boolean {
  const { today } = useServiceDay();
  const { data: dataVersion } = useQuery({ ...session.current(), select: dataVersionOf });
  return (response) => response.today !== today || (dataVersion !== undefined && response.dataVersion !== dataVersion);
}

function dataVersionOf({ service }: Session): string {
  return service.dataVersion;
}

/** Notes the day of a response. If it is of another day or other stock data than the session, that is loaded again. */
export function noteResponse(
  { today, dataVersion }: Pick<ResponseInfo, 'today' | 'dataVersion'>,
  client: QueryClient,
): void {
  const known = day.get();
  // A response may arrive after midnight and still be of the day before.
  if (known !== null && today > known.today) noteDay({ ...known, today });
  const { queryKey } = session.current();
  const current = client.getQueryData(queryKey)?.service;
  if (current && (current.dataVersion !== dataVersion || current.today !== today))
    void client.invalidateQueries({ queryKey });
}

const signIn = hashKey(session.signIn().mutationKey ?? []);

/** Calls `run` after each sign-in, when failed queries have been refetched. */
export function useAfterSignIn(run: () => void): void {
  const mutations = useQueryClient().getMutationCache();
  const call = useEffectEvent(run);
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (hashKey(event.mutation.options.mutationKey ?? []) === signIn) call();
      }),
    [mutations],
  );
}
