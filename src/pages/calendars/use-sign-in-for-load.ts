import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { CalendarLoad } from '#api/calendars/calendar-load.ts';
import { stock } from '#api/stock.ts';
import { useAfterSignIn } from '#api/session.ts';

const anyPage = { choice: { kind: 'every' }, page: 1, pageSize: 10, includeMaxLeadTime: false } as const;

/** Where a load waits for a sign-in, has the person asked for it, and goes on once it is done. */
export function useSignInForLoad(load: CalendarLoad, isWaiting: boolean): void {
  const client = useQueryClient();
  const gotOnBy = useRef({ load, products: -1 });

  const ask = useEffectEvent(async (load: CalendarLoad) => {
    // The refusal of a query is what opens the sign-in.
    const isIn = await client.fetchQuery({ ...stock.calendars(anyPage), staleTime: 0, retry: false }).then(
      () => true,
      () => false,
    );
    const { phase, doneProducts } = load.getSnapshot();
    const before = gotOnBy.current.load === load ? gotOnBy.current.products : -1;
    // It was renewed meanwhile. A service that refuses some pages alone would be asked without end.
    if (!isIn || phase !== 'signed-out' || doneProducts <= before) return;
    gotOnBy.current = { load, products: doneProducts };
    void load.resume();
  });
  useEffect(() => {
    if (isWaiting) void ask(load);
  }, [load, isWaiting]);

  useAfterSignIn(() => {
    if (load.getSnapshot().phase === 'signed-out') void load.resume();
  });
}
