import '#stock/contract/no-eval.ts';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';

import type { DeliveryOptions } from '#stock/delivery-estimate.ts';
import { parseJson } from '#stock/parse-json.ts';

import { useRemembered } from './remembered.ts';

/** Maximum transit days. */
export const maxTransitDays = 365;

const Transit = z.object({
  deliveryDays: z.int().check(z.minimum(0), z.maximum(maxTransitDays)),
  workingDaysOnly: z.boolean(),
});

/** Transit days of an address, which apply instead of the remembered ones. */
interface AddressedTransit {
  deliveryDays?: number | undefined;
  workingDays?: boolean | undefined;
}

/** The user's transit days, for estimates and texts for customers; null if none are set. */
export function useTransitDays({ deliveryDays, workingDays = false }: AddressedTransit = {}) {
  const { text, change } = useRemembered('transit');
  const transit = useMemo<DeliveryOptions | null>(() => {
    if (deliveryDays !== undefined) return { deliveryDays, workingDaysOnly: workingDays };
    return Transit.safeParse(parseJson(text ?? '')).data ?? null;
  }, [text, deliveryDays, workingDays]);
  const setTransit = useCallback((next: DeliveryOptions | null) => change(() => JSON.stringify(next)), [change]);
  return { transit, setTransit };
}
