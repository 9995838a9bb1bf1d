import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import type { CheckRecord } from '#domain/order/check-record.ts';
import { isBlank, type LineKey } from '#domain/order/order-line.ts';
import { type OrderListLine, type RefusedLine, refusalReason } from '#domain/order-list/order-list.ts';
import type { LinkToCopy } from '#features/export/copy-link.tsx';
import { type AnswersThen, packOrder, type SharedOrder, unpackOrder } from '#features/saved-orders/order-link.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { fromThousandths } from '#lib/thousandths.ts';
import type { OpenList } from '#pages/order/intake/open-list.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import type { OrderWords } from '#pages/order/order-words.ts';

/** An order stands in the fragment of an address, which no server gets to see. */
const fragmentName = 'order=';

/** A link that holds the order's lines, and what they were answered where that fits in. */
export async function orderLink(session: OrderSession, { i18n }: Pick<OrderWords, 'i18n'>): Promise<LinkToCopy> {
  const lines = session.lines.getRows().filter((line) => !isBlank(line));
  const name = session.name.get();
  const answers = session.recordNow();
  const withAnswers = answers && (await packOrder({ name, lines, answers }));
  if (withAnswers)
    return { href: linkOf(withAnswers), said: t(i18n)`Link copied. It holds the lines and their answers.` };
  const packed = await packOrder({ name, lines });
  return packed === null
    ? { href: null, said: t(i18n)`The order is too long for a link, which holds 32 KB. Send it as a file instead.` }
    : { href: linkOf(packed), said: t(i18n)`Link copied. It holds the lines, not the answers.` };
}

function linkOf(packed: string): string {
  return `${location.origin}/order#${fragmentName}${packed}`;
}

/** The packed order that the address holds; null where it holds none. */
export function usePackedOrder(): string | null {
  const hash = useRouterState({ select: ({ location }) => location.hash }).replace(/^#/, '');
  return hash.startsWith(fragmentName) ? hash.slice(fragmentName.length) : null;
}

/** Opens the order that the address holds, once; the address is plain again afterwards. */
export function useSharedOrder(onOrder: (order: SharedOrder) => void, say: (notice: string) => void): void {
  const { t } = useLingui();
  const navigate = useNavigate({ from: '/order' });
  const packed = usePackedOrder();

  const open = useEffectEvent(async (text: string) => {
    const order = await unpackOrder(text);
    if (order === null) say(t`The link holds no order that can be read. It may have been cut short on the way.`);
    else onOrder(order);
    await navigate({ search: (before) => before, hash: '', replace: true, resetScroll: false });
  });

  useEffect(() => {
    if (packed !== null) void open(packed);
  }, [packed]);
}

/** The order of a link as a list that is looked over like any other. */
export function openSharedOrder({ lines }: SharedOrder): OpenList {
  const read: OrderListLine[] = [];
  const refused: RefusedLine[] = [];
  const texts = new Map<number, string>();
  const notes = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const { product, quantity, quantityText = '', neededBy, writtenUnit = '', note = '' } = line;
    const amount = quantity === null ? quantityText : String(fromThousandths(quantity));
    const text = [product, amount, writtenUnit, neededBy ?? '', note].join('\t').trimEnd();
    texts.set(number, text);
    if (note !== '') notes.set(number, note);
    if (quantity === null || product.trim() === '') {
      const code = product.trim() === '' ? 'no-product' : 'no-quantity';
      refused.push({ line: number, text, code, reason: refusalReason(code), value: quantityText });
    } else {
      read.push({
        line: number,
        product,
        quantity: fromThousandths(quantity),
        ...(neededBy != null && { neededBy }),
        ...(writtenUnit !== '' && { unit: writtenUnit }),
      });
    }
  }
  const list = { reading: { lines: read, refused, questions: [], skipped: [] }, texts, notes, sheets: [], sheet: null };
  return { list, again: async () => list, readSheet: null, close: () => undefined };
}

/**
 * The answers that came with a link, as of the lines that were made of it. A line that was changed or left out while
 * the list was looked over has none. Null where the link held no answers.
 */
export function answersThen({ lines, answers }: SharedOrder, made: readonly DraftLine[]): CheckRecord | null {
  if (!answers) return null;
  const rest = lines.map((line, at) => ({ line, answered: answers.outcomes[at] ?? null }));
  const record = new Map<LineKey, NonNullable<AnswersThen['outcomes'][number]> & { quantity: number }>();
  for (const { key, product, quantity } of made) {
    const at = rest.findIndex(({ line }) => line.product === product && line.quantity === quantity);
    const [found] = at < 0 ? [] : rest.splice(at, 1);
    if (found?.answered && quantity !== null) record.set(key, { ...found.answered, quantity });
  }
  return { checkedAt: answers.checkedAt, lines: record };
}
