import { queryOptions, useQuery } from '@tanstack/react-query';

import { codeOf, HttpError } from '#data/errors.ts';
import { fetchOrder, fetchOrders, putOrder, removeOrder } from '#data/orders.ts';
import { useRememberedKey } from '#parts/remembered.ts';
import type { OrderContent } from '#stock/contract/orders.ts';

import { fingerprint, headerOf, storedOf } from './order-content.ts';
import type { OrderHeader, StoredOrder } from './saved-order.ts';
import {
  afterConflict,
  afterSaving,
  damagedDrafts,
  type EditBase,
  replaceUnsaved,
  type UnsavedOrder,
  unsavedOrder,
  unsavedOrders,
} from './unsaved-orders.ts';

/** The user's orders, last changed first. */
export function savedOrders(owner: string) {
  return queryOptions({
    queryKey: ['orders', { owner }],
    queryFn: () => listOrders(owner),
    staleTime: 0,
    // Other devices and tabs change orders too.
    refetchOnWindowFocus: true,
  });
}

/** The orders of the user who is signed in. */
export function useSavedOrders() {
  const owner = useRememberedKey('order');
  return useQuery({ ...savedOrders(owner ?? ''), enabled: owner !== null });
}

/** Returns the orders of the server and those that it doesn't have yet, last changed first. */
export async function listOrders(owner: string): Promise<OrderHeader[]> {
  const [{ orders, damaged }, unsaved, drafts] = await Promise.all([
    fetchOrders(),
    unsavedOrders(owner),
    damagedDrafts(owner),
  ]);
  const headers = new Map<string, OrderHeader>(orders.map((entry) => [entry.id, { ...entry, owner }]));
  for (const entry of damaged) headers.set(entry.id, { ...entry, owner, name: '', lineCount: 0, isDamaged: true });
  for (const id of drafts.filter((draft) => !headers.has(draft)))
    headers.set(id, { id, owner, name: '', changedAt: 0, lineCount: 0, isDamaged: true, isDraft: true });
  for (const { id, content, changedAt } of unsaved) headers.set(id, headerOf(id, owner, { content, changedAt }));
  return [...headers.values()].toSorted((a, b) => b.changedAt - a.changedAt);
}

/** An order with what an edit of it continues. */
export interface ReadOrder {
  order: StoredOrder;
  base: EditBase;
}

/** Returns an order as this browser or the server has it; null if neither does. */
export async function readOrder(id: string, owner: string): Promise<ReadOrder | null> {
  const unsaved = await unsavedOrder(id);
  if (unsaved?.owner === owner) {
    const { version, lineage, edit } = unsaved;
    return { order: storedOf(id, owner, unsaved), base: { version, lineage, edit } };
  }
  const theirs = await currentVersion(id);
  return theirs && { order: storedOf(id, owner, theirs), base: baseOf(theirs) };
}

/** What an edit of a version of the server continues. */
export function baseOf({ changedAt, content }: { changedAt: number; content: OrderContent }): EditBase {
  return { version: changedAt, lineage: [fingerprint(content)], edit: null };
}

/** What became of an order that was sent to the server; `edit` is the edit concerned. */
export type SentOrder = { edit: string } & (
  | { kind: 'saved'; changedAt: number; content: OrderContent }
  /** It became a copy, since the server has another version that this one doesn't continue. */
  | { kind: 'copied'; id: string }
  /** It had nothing that the server's version doesn't have, other than results. */
  | { kind: 'outdated' }
);

/**
 * Sends what the server doesn't have of an order. Both versions stay if the server has another one than expected.
 * @param settle runs the step after a response alone, without other edits of the order in this tab meanwhile
 * @returns null if there is nothing to send
 * @throws HttpError, NetworkError, TimeoutError if it isn't saved
 */
export async function sendOrder(
  id: string,
  settle: (step: () => Promise<SentOrder | null>) => Promise<SentOrder | null> = (step) => step(),
): Promise<SentOrder | null> {
  for (;;) {
    // If the response is lost, the server may have it nevertheless.
    const [sent] = await replaceUnsaved(id, (order) =>
      order === null ? [] : [{ ...order, lineage: [...new Set([...order.lineage, fingerprint(order.content)])] }],
    );
    if (sent === undefined) return null;
    const { content, edit } = sent;
    const changedAt = await putUnsaved(sent);
    const theirs = changedAt === null ? await currentVersion(id).catch(orDamaged) : null;
    const outcome = await settle(async () => {
      if (changedAt !== null) {
        await replaceUnsaved(id, (order) => afterSaving(order, sent, changedAt));
        return { kind: 'saved', edit, changedAt, content };
      }
      const [next] = await replaceUnsaved(id, (order) => afterConflict(order, sent, theirs));
      if (next === undefined) return { kind: 'outdated', edit };
      return next.id === id ? null : { kind: 'copied', edit: next.edit, id: next.id };
    });
    if (outcome !== null) return outcome;
  }
}

/** Returns the new version; null if the server has another one than the order replaces. */
async function putUnsaved({ id, content, version }: UnsavedOrder): Promise<number | null> {
  try {
    return (await putOrder(id, content, version)).changedAt;
  } catch (error) {
    if (codeOf(error) === 'version-conflict') return null;
    throw error;
  }
}

async function currentVersion(id: string) {
  try {
    return await fetchOrder(id);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  }
}

function orDamaged(error: unknown): 'damaged' {
  if (codeOf(error) === 'damaged-document') return 'damaged';
  throw error;
}

/** A deleted order, for Undo. */
export type DeletedOrder = Pick<UnsavedOrder, 'id' | 'owner' | 'content'>;

/** Deletes an order here and on the server. @throws as {@link sendOrder} if the server didn't delete it */
export async function deleteOrder(id: string, owner: string): Promise<DeletedOrder | null> {
  const [theirs, unsaved] = await Promise.all([currentVersion(id).catch(orDamaged), unsavedOrder(id)]);
  if (theirs === 'damaged') await removeOrder(id, 'any');
  else if (theirs) await removeOrder(id, theirs.changedAt);
  await replaceUnsaved(id, () => []);
  const content = unsaved?.content ?? (theirs === 'damaged' ? null : theirs?.content);
  return content ? { id, owner, content } : null;
}

/** Brings a deleted order back, with its ID. */
export async function restoreOrder({ id, content }: DeletedOrder): Promise<void> {
  await putOrder(id, content, null);
}
