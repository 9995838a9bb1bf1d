import './no-eval.ts';
import * as z from 'zod/mini';

import { closeReasons } from '#stock/promises/promise-status.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { maxOrderLines } from './gateway-responses.ts';
import { date, key, moment, productId, quantity, ShipDate, text } from './orders.ts';
import { grouped, ruleError } from './requests.ts';

/** Limits of what one person keeps. */
export const promiseLimits = {
  /** Promised lines. */
  lines: 100_000,
  /** Bytes of one letter as JSON. */
  letterBytes: 4 * 1_048_576,
  /** Characters of all texts of one letter. */
  toldCharacters: 8 * 1_048_576,
  /** Bytes of all letters. */
  totalBytes: 256 * 1_048_576,
  /** Days after which a promise is deleted. */
  days: 400,
};

const linesRule = ruleError(`must be a list of 1 to ${grouped(maxOrderLines)} promised lines`);
/** The very text that the customer was told. */
const toldText = text(2_000_000);

/** A product and a quantity whose ship date a customer was told. */
const PromisedLine = z.strictObject(
  {
    productId,
    /** As the customer was told. */
    product: text(2000),
    quantity,
    unit: z.nullable(text(200)),
    promised: ShipDate,
    /** Of the order. */
    lineKey: z.optional(key),
  },
  ruleError('must be a line with productId, product, quantity, unit and promised'),
);
export type PromisedLine = z.infer<typeof PromisedLine>;

/** Body of `PUT /gateway/promises/{letterId}`: what a customer was told. Its lines share their products' stock in this order. */
export const NewLetter = z.strictObject(
  {
    customer: z.optional(text(80)),
    reference: z.optional(text(80)),
    orderId: z.optional(text(64)),
    /** The service's date that the results are of. */
    day: date,
    /** When the oldest result was received, Unix milliseconds. */
    checkedAt: moment,
    lines: z.array(PromisedLine, linesRule).check(z.minLength(1, linesRule), z.maxLength(maxOrderLines, linesRule)),
    text: toldText,
  },
  ruleError('must be a JSON object with day, checkedAt, lines and text'),
);
export type NewLetter = z.infer<typeof NewLetter>;

/**
 * Body of `POST /gateway/promises/{letterId}/{place}/told`: what the customer was told since, with the date that is
 * promised instead; without one, the promised date stays.
 */
export const PromiseTold = z.strictObject(
  { promised: z.optional(z.strictObject({ ...ShipDate.shape, day: date })), text: toldText },
  ruleError('must be a JSON object with text'),
);
export type PromiseTold = z.infer<typeof PromiseTold>;

const closeRule = ruleError(`must be ${closeReasons.join(', ')} or null`);

/** Body of `POST /gateway/promises/{letterId}/{place}/closed`: why it is no longer checked; null to check it again. */
export const PromiseClosed = z.strictObject(
  { closed: z.nullable(z.enum(closeReasons, closeRule)) },
  ruleError('must be a JSON object with closed'),
);

/** Body of `POST /gateway/promises/check`. */
export const CheckPromises = z.strictObject(
  {
    /** Whether to check also what was checked since the data last changed. */
    always: z.boolean(ruleError('must be true or false')),
  },
  ruleError('must be a JSON object with always'),
);

const idRule = ruleError('must be 16 to 64 letters, digits, - or _');
const placeRule = ruleError('must be a whole number from 0');

/** Paths of a letter and of one of its lines. The letter's ID is made by the browser, so that a request sent again keeps nothing twice. */
export const LetterPath = z.strictObject({ letterId: z.string(idRule).check(z.regex(/^[\w-]{16,64}$/, idRule)) });
export const PromisePath = z.extend(LetterPath, {
  place: z.string(placeRule).check(z.regex(/^\d{1,5}$/, placeRule)),
});

const day = z.string() as unknown as z.ZodMiniType<CalendarDate, CalendarDate>;
const promised = z.object({ ...ShipDate.shape, day });
/** With a max lead time date as it would be now if nothing changed. */
const known = z.object({ ...promised.shape, held: z.optional(z.object({ date: day, day })) });
export const datedResult = z.union([promised, z.object({ kind: z.literal(['not-available', 'not-reliable']), day })]);

/** A promised line as it stands. */
export const KeptPromise = z.object({
  letterId: z.string(),
  /** Place of the line in its letter, from 0. */
  place: z.int(),
  ...z.omit(PromisedLine, { promised: true }).shape,
  customer: z.optional(z.string()),
  reference: z.optional(z.string()),
  orderId: z.optional(z.string()),
  /** When the customer was told first, Unix milliseconds. */
  toldAt: z.int(),
  /** What the customer was told last, and on which day. */
  promised: known,
  /** The last result, its day, since when it is the same, and when it was received (Unix milliseconds). */
  now: datedResult,
  since: z.int(),
  checkedAt: z.int(),
  closed: z.nullable(z.enum(closeReasons)),
  /** When it was closed, Unix milliseconds, if that is known. */
  closedAt: z.optional(z.int()),
  /** All results until now, the oldest first. `isTold`: the customer was told. */
  changes: z.array(z.intersection(datedResult, z.object({ at: z.int(), isTold: z.boolean() }))),
  /** When the customer was told last, Unix milliseconds, if that can be taken back. */
  undoable: z.optional(z.int()),
});
export type KeptPromise = z.infer<typeof KeptPromise>;

/**
 * Response of `GET /gateway/promises` and `POST /gateway/promises/check`: all of the person, and how many can't be
 * decrypted or are damaged. `failed`: how many couldn't be checked.
 */
export const KeptPromises = z.object({
  /** The service's date. */
  today: day,
  /** The server's time, Unix milliseconds. */
  at: z.int(),
  promises: z.array(KeptPromise),
  unreadable: z.int(),
  failed: z.int(),
});
export type KeptPromises = z.infer<typeof KeptPromises>;

/** Response of `GET /gateway/promises/{letterId}`: the texts that the customer was told, and what they rest on. */
export const StoredLetter = z.object({
  told: z.array(z.object({ at: z.int(), text: z.string() })),
  /** Day, time and data of the first results, and the request that kept them. */
  evidence: z.object({ day, checkedAt: z.int(), dataVersion: z.string(), requestId: z.string() }),
});
export type StoredLetter = z.infer<typeof StoredLetter>;
