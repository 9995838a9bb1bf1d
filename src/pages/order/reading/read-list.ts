import type { OrderListOptions, OrderListReading } from '#domain/order-list/order-list.ts';
import { readOrderRecords } from '#domain/order-list/read-order-list.ts';

import type { ListRecords } from './list-records.ts';
import { ownRecords } from './own-records.ts';

/** What a list says, beside the text it says it in. */
export interface ReadList {
  reading: OrderListReading;
  /** The text of each record, by the physical line on which it starts. */
  texts: ReadonlyMap<number, string>;
  /** The person's own notes, where the list has some, by the same line. */
  notes?: ReadonlyMap<number, string>;
  /** The sheets to choose from, where it is a workbook, and the one that was read. */
  sheets: readonly string[];
  sheet: string | null;
}

export type ReadingOptions = Pick<OrderListOptions, 'locale' | 'answers'> & {
  /** How the grid words what a line's status can be, by which its own rows are known. */
  statuses: readonly string[];
};

export function readList({ records, sheets, sheet }: ListRecords, options: ReadingOptions): ReadList {
  const own = ownRecords(records, options.statuses);
  const listed = own?.records ?? records;
  return {
    reading: readOrderRecords(listed, options),
    texts: new Map(listed.map(({ line, text }) => [line, text])),
    ...(own && { notes: own.notes }),
    sheets,
    sheet,
  };
}
