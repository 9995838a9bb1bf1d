import { useCallback, useMemo } from 'react';

import type { DeliveryOptions } from '#stock/delivery-estimate.ts';
import { parseJson } from '#stock/parse-json.ts';

import { useRemembered } from './remembered.ts';

/** Maximum transit days. */
export const maxTransitDays = 365;

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
    const stored = parseJson(text ?? '');
    return isTransit(stored) ? stored : null;
  }, [text, deliveryDays, workingDays]);
  const setTransit = useCallback((next: DeliveryOptions | null) => change(() => JSON.stringify(next)), [change]);
  return { transit, setTransit };
}

function isTransit(stored: unknown): stored is DeliveryOptions {
  const { deliveryDays = -1, workingDaysOnly } = (stored ?? {}) as Partial<DeliveryOptions>;
  const isInRange = Number.isInteger(deliveryDays) && deliveryDays >= 0 && deliveryDays <= maxTransitDays;
  return isInRange && typeof workingDaysOnly === 'boolean';
}
