import './no-eval.ts';
import * as z from 'zod/mini';

import { calendarSorts, maxCalendarIds, shortWeeks } from './calendar-options.ts';
import { TileFilterText } from './calendars.ts';
import { shareDays } from './limits.ts';
import { productId, quantity, text } from './orders.ts';
import { grouped, ruleError } from './requests.ts';

/** What a key is for: a live address, a link for a customer, tools for assistants. */
export const keyKinds = ['live', 'customer', 'mcp'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Limits of what one person keeps. */
export const keyLimits = {
  /** Keys that are valid at a time. */
  keys: 200,
  /** Bytes of what all of them open, as stored. */
  totalBytes: 16 * 1_048_576,
  /** Bytes of the body that makes one: 20,000 product IDs. */
  bodyBytes: 524_288,
};

const idRule = ruleError('must be 16 to 64 letters, digits, - or _');
const documentId = z.string(idRule).check(z.regex(/^[\w-]{16,64}$/, idRule));
const flag = z.boolean(ruleError('must be true or false'));
const idsRule = ruleError(`must be a list of up to ${grouped(maxCalendarIds)} product IDs`);
const viewRule = ruleError('must be an order, products or promises');

/** What a live address has: an order, products by their query, or the promises of its person. */
export const LiveView = z.discriminatedUnion(
  'of',
  [
    z.strictObject({ of: z.literal('order'), id: documentId }),
    z.strictObject({
      of: z.literal('products'),
      /** A saved list, or some products; without either, all products of the market. */
      list: z.optional(documentId),
      productIds: z.optional(z.array(productId, idsRule).check(z.maxLength(maxCalendarIds, idsRule))),
      /** In thousandths. */
      quantity: z.optional(quantity),
      unit: z.optional(text(50)),
      includeMaxLeadTime: z.optional(flag),
      tile: z.optional(TileFilterText),
      shortWeeks: z.optional(z.literal(shortWeeks, ruleError('must be 2, 4 or 8'))),
      find: z.optional(text(200)),
      sort: z.optional(z.enum(calendarSorts, ruleError('must be a column'))),
      desc: z.optional(flag),
    }),
    z.strictObject({ of: z.literal('promises') }),
  ],
  viewRule,
);
export type LiveView = z.infer<typeof LiveView>;

/** Body of `POST /gateway/keys`: a live address. */
export const NewLiveAddress = z.strictObject(
  {
    name: text(100),
    /** Days after which it expires. */
    days: z.literal(shareDays, ruleError(`must be one of ${shareDays.join(', ')}`)),
    view: LiveView,
    /** Of the texts in the calendar feed. */
    language: z.enum(['en', 'de'], ruleError('must be en or de')),
  },
  ruleError('must be a JSON object with name, days, view and language'),
);
export type NewLiveAddress = z.infer<typeof NewLiveAddress>;

/** Days after which a key for an assistant expires. */
export const assistantKeyDays = 90;

/** Body of `POST /gateway/keys/assistants`: a key for the tools at `/mcp`. */
export const NewAssistantKey = z.strictObject({ name: text(100) }, ruleError('must be a JSON object with name'));

const keyIdRule = ruleError('must be 64 hex digits');

/** Path of a key, by its ID, which doesn't open anything. */
export const KeyPath = z.strictObject({ id: z.string(keyIdRule).check(z.regex(/^[\da-f]{64}$/, keyIdRule)) });

/** An entry of `GET /gateway/keys`. */
const KeyEntry = z.object({
  id: z.string(),
  /** `share` is a link to an order or list, for colleagues. */
  kind: z.enum([...keyKinds, 'share']),
  /** Null if it leads nowhere: what it opens can't be decrypted, or was deleted. */
  name: z.nullable(z.string()),
  /** Unix milliseconds. */
  createdAt: z.int(),
  /** Give or take a minute; null if never, and for links, whose views aren't recorded. */
  usedAt: z.nullable(z.int()),
  expiresAt: z.int(),
  /** Whether it works only while its person is signed in with an access token of their own. */
  needsSession: z.boolean(),
});
export type KeyEntry = z.infer<typeof KeyEntry>;

/** Response of `GET /gateway/keys`: all valid keys and links of the person, last made first. */
export const KeyEntries = z.object({ keys: z.array(KeyEntry) });
export type KeyEntries = z.infer<typeof KeyEntries>;

/** Response of `POST /gateway/keys`. `key` is told only here. */
export const CreatedKey = z.extend(KeyEntry, { key: z.string() });
export type CreatedKey = z.infer<typeof CreatedKey>;
