import './no-eval.ts';
import * as z from 'zod/mini';

import { type CalendarDate, isCalendarDate } from '#stock/calendar-date.ts';

import { maxOrderLines } from './gateway-responses.ts';
import { Problem } from './problem.ts';
import type { ProductId } from './product-id.ts';
import { maxProductId, shareDays } from './limits.ts';
import { grouped, ruleError } from './requests.ts';

/** Limits of what one person keeps on the server. A document is an order or a list. */
export const documentLimits = {
  orders: 1000,
  lists: 500,
  /** Links that are valid at a time. */
  shares: 200,
  /** Bytes of one document as JSON. */
  documentBytes: 4 * 1_048_576,
  /** Bytes of all documents. */
  totalBytes: 256 * 1_048_576,
};

/** Maximum number of products of a list. */
export const maxListProducts = 100_000;

export function text(longest: number) {
  const rule = ruleError(`must be a text of up to ${grouped(longest)} characters`);
  return z.string(rule).check(z.maxLength(longest, rule));
}

function positive(rule: ReturnType<typeof ruleError>, largest = Number.MAX_SAFE_INTEGER) {
  return z.int(rule).check(z.positive(rule), z.maximum(largest, rule));
}

/** A list of up to `most` items whose keys differ. */
function distinct<Item extends z.ZodMiniType>(item: Item, keyOf: (item: z.infer<Item>) => number, most: number) {
  const rule = ruleError(`must be a list of up to ${grouped(most)} items, none of them twice`);
  return z.array(item, rule).check(
    z.maxLength(most, rule),
    z.refine((items: z.infer<Item>[]) => new Set(items.map(keyOf)).size === items.length, rule),
  );
}

export const key = positive(ruleError('must be a whole number above 0'));
const productIdRule = ruleError(`must be a whole number from 1 to ${grouped(maxProductId)}`);
export const productId = positive(productIdRule, maxProductId) satisfies z.ZodMiniType<ProductId>;
export const quantity = positive(ruleError('must be a whole number of thousandths above 0'));
/** Up to the last time that a `Date` can have. */
export const moment = positive(ruleError('must be a time in Unix milliseconds'), 8.64e15);
const count = z.int(ruleError('must be a whole number')).check(z.nonnegative(ruleError('must be a whole number')));
const dateRule = ruleError('must be a date, written like 2026-12-01');
export const date = z.string(dateRule).check(z.refine(isCalendarDate, dateRule)) as unknown as z.ZodMiniType<
  CalendarDate,
  CalendarDate
>;

const datedKinds = ['in-stock', 'expected', 'max-lead-time'] as const;
const openKinds = ['unknown-product', 'no-stock-data', 'not-available'] as const;
const resultRule = ruleError(
  `must be a result: ${datedKinds.join(', ')} with a date, or ${openKinds.join(', ')} without`,
);
const datedRule = ruleError(`must be ${datedKinds.join(', ')} with a date`);
export const ShipDate = z.strictObject({ kind: z.enum(datedKinds, datedRule), date }, datedRule);
const resultKey = { productId, quantity };
const dated = { ...resultKey, ...ShipDate.shape };
const open = { ...resultKey, kind: z.enum(openKinds, resultRule) };

/** A line as entered. What is empty is left out. */
const DocumentLine = z.strictObject(
  {
    key,
    /** ID, SKU or name as typed. */
    product: text(1000),
    /** In thousandths. */
    quantity: z.optional(quantity),
    /** As typed, if it isn't a quantity. */
    quantityText: z.optional(text(1000)),
    /** As typed beside the quantity. */
    unit: z.optional(text(200)),
    shipBy: z.optional(date),
    note: z.optional(text(4000)),
  },
  ruleError('must be a line with key and product'),
);
const lines = distinct(DocumentLine, (line) => line.key, maxOrderLines);

const checkRule = ruleError('must be the results of a check: day, dataVersion and results');

/** An order as its owner's browser writes it. */
export const OrderContent = z.strictObject(
  {
    name: text(100),
    customer: z.optional(text(80)),
    reference: z.optional(text(80)),
    notes: z.optional(text(4000)),
    /** Default ship-by date of new lines. */
    shipBy: z.optional(date),
    lines,
    /** The lines before the order was cleared, so that this can be undone. */
    cleared: z.optional(lines),
    /** Results by the day and the data that they are valid for. */
    checks: z
      .array(
        z.strictObject(
          {
            day: date,
            dataVersion: text(1000),
            results: z
              .array(
                z.union(
                  [
                    /** `earlier`: the calendar's own ship date, which the service doesn't confirm. */
                    z.strictObject({ ...dated, earlier: z.optional(ShipDate), checkedAt: moment }),
                    z.strictObject({ ...open, checkedAt: moment }),
                  ],
                  resultRule,
                ),
                checkRule,
              )
              .check(z.maxLength(maxOrderLines, checkRule)),
          },
          checkRule,
        ),
        checkRule,
      )
      .check(z.maxLength(100, checkRule)),
    /** The check before the last, by line, for comparison. */
    previous: z.optional(
      z.strictObject({
        checkedAt: moment,
        results: z
          .array(z.union([z.strictObject({ key, ...dated }), z.strictObject({ key, ...open })], resultRule), checkRule)
          .check(z.maxLength(maxOrderLines, checkRule)),
      }),
    ),
    /** What the results come to, for the list of orders: as of a day, from results received then or later. */
    summary: z.optional(
      z.strictObject({
        day: date,
        /** The stock data that the results are of. */
        dataVersion: z.optional(text(1000)),
        checkedAt: moment,
        /** Without the lines that have no ship date; null if none has one. */
        complete: z.nullable(ShipDate),
        /** Number of lines without a ship date. */
        open: count,
        /** Number of lines that ship after their ship-by date. */
        late: count,
      }),
    ),
  },
  ruleError('must be a JSON object with name, lines and checks'),
);
export type OrderContent = z.infer<typeof OrderContent>;

/** A list of products as its owner's browser writes it. */
export const ListContent = z.strictObject(
  { name: text(100), productIds: distinct(productId, (id) => id, maxListProducts) },
  ruleError('must be a JSON object with name and productIds'),
);
export type ListContent = z.infer<typeof ListContent>;

const idRule = ruleError('must be 16 to 64 letters, digits, - or _');

/** Path of one document. Its ID is made by the browser, so that a request sent again creates nothing twice. */
export const DocumentPath = z.strictObject({ id: z.string(idRule).check(z.regex(/^[\w-]{16,64}$/, idRule)) });

const shareIdRule = ruleError('must be 64 hex digits');

/** Path of a link to a document. */
export const SharePath = z.extend(DocumentPath, {
  shareId: z.string(shareIdRule).check(z.regex(/^[\da-f]{64}$/, shareIdRule)),
});

/** A version of a document. */
const version = {
  id: z.string(),
  /**
   * When this version was written, Unix milliseconds; no two versions of a document have the same. Its ETag is this
   * number in quotes.
   */
  changedAt: z.int(),
};

/** An entry of `GET /gateway/orders`. */
export const OrderEntry = z.object({
  ...version,
  ...z.pick(OrderContent, { name: true, customer: true, reference: true, summary: true }).shape,
  /** Name of the first product, or its text as entered, if the order has no name, customer and reference. */
  firstProduct: z.optional(z.string()),
  lineCount: z.int(),
});
export type OrderEntry = z.infer<typeof OrderEntry>;

/** An entry of `GET /gateway/lists`. */
export const ListEntry = z.object({ ...version, name: z.string(), productCount: z.int() });
export type ListEntry = z.infer<typeof ListEntry>;

/**
 * Responses of `GET /gateway/orders` and `GET /gateway/lists`: all of the person, last changed first, and how many can't
 * be decrypted.
 */
/** A document that can't be decrypted: it can only be deleted. `changedAt` in Unix milliseconds. */
const DamagedEntry = z.object({ id: z.string(), changedAt: z.int() });

export const OrderEntries = z.object({ orders: z.array(OrderEntry), damaged: z.array(DamagedEntry) });
export type OrderEntries = z.infer<typeof OrderEntries>;
export const ListEntries = z.object({ lists: z.array(ListEntry), damaged: z.array(DamagedEntry) });
export type ListEntries = z.infer<typeof ListEntries>;

/** Responses of `GET /gateway/orders/{id}` and `GET /gateway/lists/{id}`. */
export const StoredOrder = z.object({ ...version, content: OrderContent });
export type StoredOrder = z.infer<typeof StoredOrder>;
export const StoredList = z.object({ ...version, content: ListContent });
export type StoredList = z.infer<typeof StoredList>;

/** A 412: the document has another version than `If-Match` says; `current` is null if it was deleted. */
export const VersionConflict = z.extend(Problem, { current: z.nullable(z.union([OrderEntry, ListEntry])) });

/** Maximum number of products in a request for orders. */
export const maxConcerningProducts = 250;

/** Body of `POST /gateway/orders/concerned`; without productIds, all products are meant. */
export const ConcerningProducts = z.strictObject(
  { productIds: z.optional(distinct(productId, (id) => id, maxConcerningProducts)) },
  ruleError('must be a JSON object with productIds, or an empty one'),
);

/** Its response: the person's orders that have some of these products, last changed first, with which they have. */
export const ConcernedOrders = z.object({
  orders: z.array(
    z.object({
      ...z.omit(OrderEntry, { changedAt: true, summary: true }).shape,
      productIds: z.array(z.int()),
    }),
  ),
});
export type ConcernedOrders = z.infer<typeof ConcernedOrders>;

const daysRule = ruleError(`must be one of ${shareDays.join(', ')}`);

/** Body of `POST /gateway/orders/{id}/shares`. */
export const NewShare = z.strictObject(
  { days: z.literal(shareDays, daysRule) },
  ruleError('must be a JSON object with days'),
);

/** An entry of `GET /gateway/orders/{id}/shares`. */
const Share = z.object({ id: z.string(), /** Unix milliseconds. */ createdAt: z.int(), expiresAt: z.int() });

/** Response of `GET /gateway/orders/{id}/shares`. */
export const Shares = z.object({ shares: z.array(Share) });
export type Shares = z.infer<typeof Shares>;

/** Response of `POST /gateway/orders/{id}/shares`. `key` opens the document, and is told only here. */
export const CreatedShare = z.extend(Share, { key: z.string() });
export type CreatedShare = z.infer<typeof CreatedShare>;

const shareKeyRule = ruleError('must be the 43 letters, digits, - or _ of a link');

/** Body of `POST /gateway/shared`: the key is in no address, so no log or proxy records it. */
export const OpenShare = z.strictObject(
  { key: z.string(shareKeyRule).check(z.regex(/^[\w-]{43}$/, shareKeyRule)) },
  ruleError('must be a JSON object with key'),
);

/** Its response: the document as it is now. */
export const SharedDocument = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), changedAt: z.int(), content: OrderContent }),
  z.object({ kind: z.literal('list'), changedAt: z.int(), content: ListContent }),
]);
export type SharedDocument = z.infer<typeof SharedDocument>;
