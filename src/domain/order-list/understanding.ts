import { dateStyleOf, dateStyleOfLocale, type DateStyle, isOpenDate } from './date-column.ts';
import type { Draft, SettledRecord } from './draft-order.ts';
import { isOpen, numberStyleOf, numberStyleOfLocale } from './number-column.ts';
import type { OrderListOptions } from './order-list.ts';
import { type ReadOrder, readOrder, type ReadTexts, type Styles } from './read-order.ts';

/** The drafts of a list with their numbers and dates read, and the styles that their columns have. */
export interface Understanding {
  drafts: readonly (ReadOrder | SettledRecord)[];
  styles: Styles;
  /** A quantity and a date that can be read in two ways, where nothing in the list and no answer says which. */
  openQuantity: string | null;
  openDate: string | null;
}

/** All quantities of a list are one column, and so are all dates, whichever tables and sentences they stand in. */
export function understand(
  drafts: readonly Draft[],
  { locale, answers = {} }: Pick<OrderListOptions, 'locale' | 'answers'>,
): Understanding {
  const texts: ReadTexts = { quantities: new Map(), dates: new Map() };
  const read = drafts.map((draft) => (draft.kind === 'order' ? readOrder(draft, texts) : draft));
  const orders = read.filter((draft): draft is ReadOrder => 'draft' in draft);
  const number = numberStyleOf(
    orders.map(({ quantity }) => quantity).filter((quantity) => typeof quantity === 'object'),
  );
  const undated = orders.filter(({ draft }) => draft.dateStyle === null);
  const date = dateStyleOf(
    undated.flatMap(({ neededBy }) => (typeof neededBy === 'object' && neededBy !== null ? [neededBy] : [])),
  );
  const openQuantity = orders.find(({ quantity }) => typeof quantity === 'object' && isOpen(quantity));
  const openDate = undated.find(
    ({ neededBy }) => typeof neededBy === 'object' && neededBy !== null && isOpenDate(neededBy),
  );
  const numberAnswer =
    answers.quantity === 'decimal-comma' || answers.quantity === 'decimal-point' ? answers.quantity : null;
  const dateAnswer: DateStyle | null =
    answers.date === 'day-first' || answers.date === 'month-first' ? answers.date : null;
  return {
    drafts: read,
    // Where nothing is open, the locale makes no difference, and asking for its style costs more than reading the list.
    styles: {
      number: number ?? numberAnswer ?? (openQuantity ? numberStyleOfLocale(locale) : 'decimal-point'),
      date: date ?? dateAnswer ?? (openDate ? dateStyleOfLocale(locale) : 'day-first'),
    },
    openQuantity: number === null && numberAnswer === null ? (openQuantity?.draft.quantity ?? null) : null,
    openDate: date === null && dateAnswer === null ? (openDate?.draft.neededBy ?? null) : null,
  };
}
