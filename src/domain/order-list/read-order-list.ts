import { draftOrders } from './draft-orders.ts';
import { layOut } from './layout.ts';
import type { OrderListOptions, OrderListReading } from './order-list.ts';
import { physicalText } from './physical-text.ts';
import { columnsQuestion, dateQuestion, quantityQuestion } from './questions.ts';
import { type ListRecord, readRecords } from './records.ts';
import { findSeparator } from './separator.ts';
import { settle } from './settle.ts';
import { understand } from './understanding.ts';

/**
 * Reads a list of products and quantities as people send it: cells of a spreadsheet, CSV, or lines of a mail. No
 * line is lost: each is an order line, refused with a reason, or skipped as a header, ruler or total. What the list
 * leaves open is a question, never a silent guess; `lines` hold the reading of the locale meanwhile. Never throws.
 */
export function readOrderList(text: string, options: OrderListOptions): OrderListReading {
  const physical = physicalText(text);
  return readOrderRecords(readRecords(physical, findSeparator(physical, options.source)), options);
}

/** The same for records that are parted already, such as the rows of a sheet. */
export function readOrderRecords(
  records: readonly ListRecord[],
  options: Pick<OrderListOptions, 'locale' | 'answers'>,
): OrderListReading {
  const readings = draftOrders(layOut(records));
  const answer = options.answers?.columns;
  const understanding = understand(readings[Number(answer ?? 0)] ?? readings[0], options);
  const isAsked = readings.length > 1 && answer === undefined;
  const questions = [
    isAsked ? columnsQuestion(readings.map((drafts) => understand(drafts, options))) : null,
    quantityQuestion(understanding),
    dateQuestion(understanding),
  ];
  return {
    ...settle(understanding.drafts, understanding.styles),
    questions: questions.filter((question) => question !== null),
  };
}
