import type { Level } from './levels.ts';
import type { Exchange } from './probe.ts';

/** A product, a quantity of it, and whether its calendar promises that it can be had. */
export interface AskedLine {
  productId: number;
  /** In the product's unit. */
  quantity: number;
  isCertain: boolean;
}

/** All that was asked and answered; null for what there was no reason or no way to ask. */
export interface Evidence {
  /** §4.4: the first page, with the max lead time, of the products given or of all. */
  firstPage: Exchange | null;
  /** §4.4: page 2 of pages that are `split` products long; null where the first page holds one product alone. */
  secondPage: Exchange | null;
  /** §4.4: exactly `filtered`, on one page, without the max lead time. */
  filteredPage: Exchange | null;
  /** §4.4: a page past the end, by POST where the others were asked by GET. */
  pageByPost: Exchange | null;
  /** §4.1 of `subject`: whole, with the max lead time. */
  wholeCalendar: Exchange | null;
  /** §4.1 of `subject`: with `threshold` as its quantity and without the max lead time. */
  calendarFromQuantity: Exchange | null;
  /** §4.2 of the first of `lines`. */
  stockOfOne: Exchange | null;
  /** §4.3 of `lines`. */
  stockOfSeveral: Exchange | null;
  /** §4.2 again, with something missing or wrong. */
  withoutToken: Exchange | null;
  withWrongToken: Exchange | null;
  withoutKey: Exchange | null;
  withWrongKey: Exchange | null;
  withoutVersion: Exchange | null;
  /** §4.2 of a product that hardly exists. */
  unknownProduct: Exchange | null;

  /** Whether the products were named by whoever asked for the check. */
  areProductsGiven: boolean;
  /** How many products the first page was to hold. */
  firstPageSize: number;
  split: number;
  filtered: readonly number[];
  /** The product of the calendars and of the single lookup; null where none is known. */
  subject: number | null;
  /** What the whole calendar of `subject` holds; empty where it could not be read. */
  levels: readonly Level[];
  threshold: number | null;
  lines: readonly AskedLine[];
}
