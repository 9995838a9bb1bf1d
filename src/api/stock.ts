import { queryOptions } from '@tanstack/react-query';

import { type CalendarEntry, CalendarEntryEnvelope, type StockItem } from '#contract/envelope.ts';
import type { ProductId } from '#contract/product-id.ts';
import { isSameDay } from '#lib/calendar-date.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

import { noteAnswerTime } from './answer-time.ts';
import { ContractError } from './errors.ts';
import { type JsonAnswer, requestAnswer } from './http-client.ts';
import { ReceivedItems } from './received-items.ts';

/** How long an answer of the service is taken as fresh. */
const freshFor = 60_000;

/** Every query about stock; their keys start with `stock`. */
export const stock = {
  /** The earliest date for a quantity of one product (§4.2). */
  item: (productId: ProductId, quantity: Thousandths) =>
    queryOptions({
      queryKey: ['stock', 'item', { productId, quantity }],
      queryFn: async (context) => {
        const answer = await requestAnswer(itemPath(productId, quantity), {
          schema: ReceivedItems,
          signal: context.signal,
        });
        const item = itemOf(answer, productId, quantity);
        noteAnswerTime(context, answer);
        return item;
      },
      staleTime: freshFor,
    }),

  /** The whole calendar of one product with its max lead time (§4.1), never cut by a quantity (rules, *Level*). */
  calendar: (productId: ProductId) =>
    queryOptions({
      queryKey: ['stock', 'calendar', { productId }],
      queryFn: async (context) => {
        const answer = await requestAnswer(calendarPath(productId), {
          schema: CalendarEntryEnvelope,
          signal: context.signal,
        });
        const entries = entriesOf(answer, productId);
        noteAnswerTime(context, answer);
        return entries;
      },
      staleTime: freshFor,
    }),
};

/** The whole calendar of one product as the service gives it now (§4.1). Throws what {@link requestAnswer} throws. */
export async function fetchCalendar(productId: ProductId, signal: AbortSignal): Promise<CalendarEntry[]> {
  const request = { schema: CalendarEntryEnvelope, signal, anew: true };
  return entriesOf(await requestAnswer(calendarPath(productId), request), productId);
}

function itemPath(productId: ProductId, quantity: Thousandths): string {
  return `/gateway/stock/${productId}?quantity=${fromThousandths(quantity)}`;
}

function calendarPath(productId: ProductId): string {
  return `/gateway/stock/${productId}/calendar?includeMaxLeadTime=true`;
}

/** An answer to another question than the one asked is never shown as a promise. */
function itemOf(answer: JsonAnswer<ReceivedItems>, productId: ProductId, quantity: Thousandths): StockItem {
  const { results } = answer.body;
  const item = results[0]?.item;
  if (!item || results.length > 1)
    throw new ContractError('results', `1 item expected, ${results.length} came`, answer);
  if (item.productId !== productId) throw new ContractError(at(0, 'productId'), `${productId} was asked for`, answer);
  if (toThousandths(item.stockQuantity) !== quantity)
    throw new ContractError(at(0, 'stockQuantity'), `${fromThousandths(quantity)} was asked for`, answer);
  if (!isSameDay(item)) throw new ContractError(at(0, 'stockDateUnix'), 'another day than stockDate', answer);
  if (item.isDeleted === true)
    throw new ContractError(at(0, 'isDeleted'), 'the service says that it is deleted', answer);
  return item;
}

function entriesOf(answer: JsonAnswer<CalendarEntryEnvelope>, productId: ProductId): CalendarEntry[] {
  return answer.body.results.map(({ item }, index) => {
    if (item.productId !== productId)
      throw new ContractError(at(index, 'productId'), `${productId} was asked for`, answer);
    if (!isSameDay(item)) throw new ContractError(at(index, 'stockDateUnix'), 'another day than stockDate', answer);
    return item;
  });
}

/** Where a field of the n-th result lies in an answer. */
function at(index: number, field: keyof CalendarEntry): string {
  return `results.${index}.item.${field}`;
}
