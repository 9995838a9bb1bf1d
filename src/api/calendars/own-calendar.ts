import type { AskCalendar } from '#api/order-check/lone-failures.ts';
import { isUnknownProduct } from '#api/errors.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedCalendar, ListedProduct } from '#domain/calendars/listed-product.ts';

import { listedCalendar } from './received-calendars.ts';

/** A product whose own calendar is to be asked (§4.1), with what the list gave of it (§4.4). */
export type Doubtful = ListedCalendar;

/** A product that the service counted among what it lists, and left out. */
export function leftOut(productId: ProductId): Doubtful {
  return { kind: 'calendar', productId, entries: [], territories: [], findings: [{ kind: 'left-out' }] };
}

/** Asks for a product's own calendar in place of what the list gave. Throws what `askCalendar` throws. */
export async function askOwnCalendar(
  doubtful: Doubtful,
  { askCalendar, includeMaxLeadTime }: { askCalendar: AskCalendar; includeMaxLeadTime: boolean },
  signal: AbortSignal,
): Promise<ListedProduct> {
  const { productId, findings } = doubtful;
  const isEmpty = findings.every(({ kind }) => kind === 'empty-stock');
  try {
    const entries = await askCalendar(productId, signal);
    const own = listedCalendar(productId, entries, { includeMaxLeadTime, findings });
    // Both say the same: there is nothing odd about it.
    return isEmpty && own.entries.length === 0 ? { ...own, findings: [] } : own;
  } catch (error) {
    if (!isUnknownProduct(error)) throw error;
    if (findings.some(({ kind }) => kind === 'left-out')) return { kind: 'no-answer', productId, why: 'not-listed' };
    return isEmpty ? doubtful : withoutOwnCalendar(doubtful);
  }
}

/** What is left of a product whose own calendar can't be had: what could be read of the list, or nothing. */
export function withoutOwnCalendar(doubtful: Doubtful): ListedProduct {
  const { productId, entries, findings } = doubtful;
  const isReadable = entries.length > 0 && findings.every(({ kind }) => kind === 'unreadable-entries');
  if (!isReadable) return { kind: 'no-answer', productId, why: 'own-calendar-failed' };
  return { ...doubtful, findings: [...findings, { kind: 'own-calendar-failed' }] };
}
