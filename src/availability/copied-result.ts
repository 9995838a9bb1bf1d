import { msg } from '@lingui/core/macro';

import type { Product } from '#stock/contract/gateway-responses.ts';
import { type StockResult, isConfirmed } from '#stock/stock-result.ts';
import type { DeliveryOptions } from '#stock/delivery-estimate.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import { largestPart, type LinePart } from '#stock/order/line-advice.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import { formatMoment } from '#stock/locale-date.ts';

import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { customerTable } from '#parts/export/customer-table.ts';
import { type CustomerOffer, type CustomerWords, productLetter } from '#parts/export/customer-text.ts';
import { promisedLines } from '#parts/promises/promised-lines.ts';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { resultSentence, laterDemandOf, maxAvailableWords, type Wording } from '#parts/result/wording.ts';
import { withYears } from '#ui/locale.tsx';

import { shipByWords } from './ship-by-result.ts';
import type { AvailabilityQuery } from './availability-query.ts';

/** The parts of a result that are copied. */
type ToCopy = Pick<ProductAvailability, 'product' | 'wording' | 'timeline' | 'receivedAt' | 'outdatedDay'>;

/** The quantity checked and its ship-by date. */
type Needed = Pick<AvailabilityQuery, 'quantity' | 'shipBy'>;

/**
 * The result as text for a customer: the whole quantity on one date, or of a quantity that isn't available the part that
 * can ship. With transit days it says when the goods arrive.
 */
export function customerText(
  result: ToCopy,
  needed: Needed,
  stockResult: StockResult,
  transit: DeliveryOptions | null,
  words: CustomerWords,
): CopiedContent {
  const { quantity } = needed;
  const dated = stockResult.kind === 'not-available' ? null : stockResult;
  return offerText(result, { quantity, stockResult: dated, part: partOf(result, needed, stockResult) }, transit, words);
}

/** A quantity and how it ships, as text for a customer. */
export function offerText(
  { product, wording, receivedAt, outdatedDay }: ToCopy,
  { quantity, stockResult, part }: Pick<CustomerOffer, 'quantity' | 'stockResult' | 'part'>,
  transit: DeliveryOptions | null,
  words: CustomerWords,
): CopiedContent {
  const goods = { product: titleOf(product), quantity, unit: wording.unit };
  const offer = { ...goods, stockResult, part, asOf: wording.today, isEarlier: outdatedDay !== null };
  const letter = { reference: '', isPartial: false, checkedAt: receivedAt, transit };
  const lines = promisedLines(product.productId, offer);
  return {
    ...productLetter({ ...letter, offers: [offer] }, words),
    told: { lines, reference: '', day: wording.today, checkedAt: receivedAt ?? 0 },
  };
}

/**
 * Returns the part of a not available quantity that can ship; null if there is none, and if the service doesn't confirm
 * the calendar.
 */
function partOf({ timeline }: ToCopy, { quantity }: Needed, stockResult: StockResult): LinePart | null {
  if (stockResult.kind !== 'not-available' || timeline === null || !isConfirmed(stockResult, timeline, quantity))
    return null;
  return largestPart(timeline, { own: quantity, quantity }, null);
}

/** The result as text for a colleague, with what the screen shows: result for the ship-by date, maximum quantity, later demand. */
export function colleagueText(result: ToCopy, needed: Needed, stockResult: StockResult): CopiedContent {
  const { product, timeline, receivedAt } = result;
  const wording = withYears(result.wording);
  const { i18n } = wording;
  const asOf = formatMoment(receivedAt ?? 0, wording.locale);
  const sentence = resultSentence(wording, null, needed.quantity, stockResult);
  const rest = [
    ...lateness({ ...result, wording }, needed, stockResult),
    stockResult.kind === 'not-available'
      ? timeline && maxAvailableWords(wording, quantityBreaks(timeline).breaks.at(-1))
      : i18n._(msg`Ship date, not delivery date.`),
    laterDemandOf(wording, timeline, stockResult, needed.quantity),
    timeline === null ? i18n._(msg`Not verified. The stock calendar couldn't be loaded.`) : null,
    i18n._(msg`Checked on ${asOf}.`),
  ].filter((each) => each !== null);
  const title = titleOf(product);
  const line = { product: title, amount: wording.formatQuantity(needed.quantity), stockResult, asOf: wording.today };
  return {
    text: [title, sentence, ...rest].join('\n'),
    html: `<p>${htmlText(sentence)}</p>${customerTable([line], wording).html}<p>${rest.map(htmlText).join('<br>')}</p>`,
  };
}

function titleOf({ name, sku, productId }: Product): string {
  if (name !== null) return sku === null ? name : `${name} (${sku})`;
  return sku ?? String(productId);
}

/** The screen's text for a missed ship-by date. */
function lateness(result: ToCopy, needed: Needed, stockResult: StockResult): string[] {
  const shipByResult = shipByWords(result, needed, stockResult);
  if (needed.shipBy === null || shipByResult?.tone !== 'late') return [];
  const { wording }: { wording: Wording } = result;
  const { words, remedy } = shipByResult;
  const day = wording.formatDate(needed.shipBy, 'long');
  return [wording.i18n._(msg`Ship by ${day}: ${words}.`), ...(remedy === null ? [] : [remedy])];
}
