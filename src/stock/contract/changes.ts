import './no-eval.ts';
import * as z from 'zod/mini';

import { isCalendarDate } from '#stock/calendar-date.ts';

import { changeFilters, maxCalendarsPage } from './calendar-options.ts';
import { CalendarCounts, productIdsText } from './calendars.ts';
import { CalendarDateSchema, StockQuantity } from './envelope.ts';
import { ResponseInfo, Product } from './gateway-responses.ts';
import { defaultLimits } from './limits.ts';
import { requestValues, ruleError } from './requests.ts';

const sinceRule = ruleError('must be a date or a time in Unix milliseconds');

/** Query of `/gateway/changes`. A POST has the product IDs in its body instead (`CalendarsRequest`). */
export function changesQuerySchema() {
  const { quantityText, flagText, pageText, pageSizeText } = requestValues({
    ...defaultLimits,
    pageSize: maxCalendarsPage,
  });
  const unitRule = ruleError('must be a text of up to 50 characters');
  const findRule = ruleError('must be a text of up to 200 characters, none of them a control character');
  return z.strictObject({
    /** A date, from its first moment on in the service's time zone, or a time in Unix milliseconds. */
    since: z.pipe(
      z.string(sinceRule).check(z.refine((text: string) => isCalendarDate(text) || /^\d{1,15}$/.test(text), sinceRule)),
      z.transform((text: string) => (isCalendarDate(text) ? text : Number(text))),
    ),
    productIds: z.optional(productIdsText()),
    quantity: z.optional(quantityText),
    unit: z.optional(z.string().check(z.maxLength(50, unitRule))),
    /** Text in the product's ID, SKU or name. */
    find: z._default(z.string().check(z.maxLength(200, findRule), z.regex(/^\P{Cc}*$/u, findRule)), ''),
    /** Lists those alone; all are counted. */
    direction: z.optional(z.enum(changeFilters, ruleError('must be moved, gone, later, same or earlier'))),
    /** Whether to count all products as of the date `since`. */
    counted: z._default(flagText, false),
    page: z._default(pageText, 1),
    pageSize: z._default(pageSizeText, 100),
  });
}

const Entries = z.array(
  z.object({ stockDate: CalendarDateSchema, stockQuantity: StockQuantity, isMaxLeadTime: z.boolean() }),
);

const count = z.int().check(z.nonnegative());

/** A product whose calendar changed. A calendar is null where the product is unknown. */
export const ChangedProduct = z.object({ product: Product, before: z.nullable(Entries), now: z.nullable(Entries) });
export type ChangedProduct = z.infer<typeof ChangedProduct>;

/** Response of `/gateway/changes`: products whose calendars, from today on, differ from those at a time, worst first. */
export const ChangesPage = z.extend(ResponseInfo, {
  /** The time that the calendars are compared with, Unix milliseconds: never before `historyFrom`. */
  since: z.int(),
  /** Since when changes are known, Unix milliseconds; null until all calendars of an external service were loaded. */
  historyFrom: z.nullable(z.int()),
  rows: z.array(ChangedProduct),
  /** Numbers of products, over all pages and directions, by what happened to their ship dates. */
  counts: z.object({ gone: count, later: count, earlier: count, same: count }),
  /** All products as they were counted on that day; null if that isn't asked, or isn't known. */
  countsThen: z.nullable(z.pick(CalendarCounts, { tiles: true, shortNow: true })),
  page: z.int(),
  pageSize: z.int(),
  /** Unit of the quantity; null if every unit counts. Products of another unit aren't listed. */
  unit: z.nullable(z.string()),
});
export type ChangesPage = z.infer<typeof ChangesPage>;
