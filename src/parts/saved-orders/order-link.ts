import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#stock/contract/envelope.ts';
import { ProductId } from '#stock/contract/product-id.ts';
import type { RecordedOutcome } from '#stock/order/check-record.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { maxQuantity } from '#stock/thousandths.ts';

import type { NewLine } from './saved-order.ts';

/** Maximum length of the packed order in a URL. Mail and chat programs truncate longer URLs. */
export const maxLinkLength = 32 * 1024;

/** Maximum number of lines. A link with more would consist of repetitions, and would block the page. */
const maxLines = 20_000;

/** Last moment, in Unix milliseconds, that is a valid date in every time zone. */
const lastMoment = Date.UTC(9999, 11, 30);

/** Maximum unpacked size in bytes. */
const maxUnpackedBytes = 4 * 1024 * 1024;

const LinkedLine = z.tuple([
  /** Product as typed; quantity in thousandths, or as typed if invalid; ship-by date; unit as typed; note. */
  z.string().check(z.maxLength(200)),
  z.union([z.int().check(z.positive(), z.maximum(maxQuantity)), z.string().check(z.maxLength(60))]),
  z.union([z.literal(''), CalendarDateSchema]),
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(1000)),
]);
/** Result of a line: product ID, kind, and date if it has one; otherwise why it has no result. */
const LinkedOutcome = z.union([
  z.tuple([ProductId, z.enum(['in-stock', 'expected', 'max-lead-time']), CalendarDateSchema]),
  z.tuple([ProductId, z.enum(['unknown-product', 'not-available'])]),
  z.enum(['unknown-product', 'no-stock-data', 'unit-differs', 'not-answered', 'not-trusted']),
]);
const LinkedOrder = z.object({
  v: z.literal(1),
  name: z.string().check(z.maxLength(200)),
  lines: z.array(LinkedLine).check(z.maxLength(maxLines)),
  /** Results of the shared check, one per line; null for a line without one. */
  answers: z.optional(
    z.object({
      at: z.int().check(z.positive(), z.maximum(lastMoment)),
      outcomes: z.array(z.nullable(LinkedOutcome)).check(z.maxLength(maxLines)),
      real: z.optional(z.union([CalendarDateSchema, z.literal('none')])),
    }),
  ),
});

/** A line's product with its outcome, or why it has no result. */
export type SharedResult = { productId: ProductId; outcome: RecordedOutcome } | Extract<PackedOutcome, string>;

/** Results shared with an order, one per line; null for a line that wasn't checked. */
export interface SharedAnswers {
  /** Unix milliseconds. */
  checkedAt: number;
  outcomes: readonly (SharedResult | null)[];
  /** Complete ship date from stock only. Can't be derived from the outcomes if some are at max lead time. */
  stockOnly?: CalendarDate | 'none' | undefined;
}

/** Content of an order link. */
export interface SharedOrder {
  name: string;
  lines: readonly NewLine[];
  answers?: SharedAnswers | null;
}

/** Packs an order for a URL. Null if it has too many lines or exceeds {@link maxLinkLength}. */
export async function packOrder({ name, lines, answers }: SharedOrder): Promise<string | null> {
  if (lines.length > maxLines) return null;
  const order: z.infer<typeof LinkedOrder> = {
    v: 1,
    name,
    lines: lines.map((line) => [
      line.product,
      line.quantity ?? line.quantityText ?? '',
      line.neededBy ?? '',
      line.writtenUnit ?? '',
      line.note ?? '',
    ]),
    ...(answers && {
      answers: { at: answers.checkedAt, outcomes: answers.outcomes.map(packedOutcome), real: answers.stockOnly },
    }),
  };
  const packed = new Blob([JSON.stringify(order)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const text = toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return text.length > maxLinkLength ? null : text;
}

/** Unpacks an order from {@link packOrder}. Null if it is invalid or exceeds the maximum size. */
export async function unpackOrder(packed: string): Promise<SharedOrder | null> {
  if (packed.length > maxLinkLength) return null;
  try {
    const { name, lines, answers } = LinkedOrder.parse(JSON.parse(await inflate(fromBase64Url(packed))));
    return {
      name,
      lines: lines.map(lineOf),
      answers: answers
        ? { checkedAt: answers.at, outcomes: answers.outcomes.map(outcomeOf), stockOnly: answers.real }
        : null,
    };
  } catch {
    return null;
  }
}

type PackedOutcome = z.infer<typeof LinkedOutcome>;

function packedOutcome(answered: SharedAnswers['outcomes'][number]): PackedOutcome | null {
  if (answered === null || typeof answered === 'string') return answered;
  const { productId, outcome } = answered;
  return 'date' in outcome ? [productId, outcome.kind, outcome.date] : [productId, outcome.kind];
}

function outcomeOf(packed: PackedOutcome | null): SharedAnswers['outcomes'][number] {
  if (packed === null || typeof packed === 'string') return packed;
  return packed.length === 3
    ? { productId: packed[0], outcome: { kind: packed[1], date: packed[2] } }
    : { productId: packed[0], outcome: { kind: packed[1] } };
}

function lineOf([product, quantity, neededBy, writtenUnit, note]: z.infer<typeof LinkedLine>): NewLine {
  const rest = { product, neededBy: neededBy === '' ? null : neededBy, writtenUnit, note };
  return typeof quantity === 'number'
    ? Object.assign(rest, { quantity })
    : Object.assign(rest, { quantity: null, quantityText: quantity });
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxUnpackedBytes) {
      await reader.cancel();
      throw new RangeError('The link unpacks to too much');
    }
    text += decoder.decode(value, { stream: true });
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
