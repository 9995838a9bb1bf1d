import './no-eval.ts';
import * as z from 'zod/mini';

import { watchConditions } from '#stock/promises/line-event.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { date, productId, quantity, text } from './orders.ts';
import { datedResult } from './promises.ts';
import { grouped, ruleError } from './requests.ts';

/** Limits of what one person watches. */
export const watchLimits = {
  watches: 10_000,
  /** Bytes of one request. */
  bodyBytes: 4 * 1_048_576,
};

/** Days after which a watch can end. */
export const watchDurations = [30, 90, 365] as const;

const whenRule = ruleError(`must be some of ${watchConditions.join(', ')}`);
const daysRule = ruleError('must be a whole number from 1 to 365');
const durationRule = ruleError(`must be ${watchDurations.join(', ')}`);
const shipByRule = ruleError('must be given for can-ship');
const watchesRule = ruleError(
  `must be a list of 1 to ${grouped(watchLimits.watches)} watches, each with another product or quantity`,
);

/** A quantity of a product, and when its owner wants to be told. */
const Watch = z
  .strictObject(
    {
      productId,
      /** Name as shown. */
      product: text(2000),
      quantity,
      unit: z.nullable(text(200)),
      /** Null for no date. */
      shipBy: z.nullable(date),
      when: z.array(z.enum(watchConditions, whenRule), whenRule).check(
        z.minLength(1, whenRule),
        z.refine((all: string[]) => new Set(all).size === all.length, whenRule),
      ),
      /** Fewest days by which the ship date moves. */
      days: z.int(daysRule).check(z.minimum(1, daysRule), z.maximum(365, daysRule)),
      /** Days from now. */
      endsAfter: z.literal([...watchDurations], durationRule),
    },
    ruleError('must be a watch with productId, product, quantity, unit, shipBy, when, days and endsAfter'),
  )
  .check(
    z.refine(({ when, shipBy }) => shipBy !== null || !when.includes('can-ship'), { ...shipByRule, path: ['shipBy'] }),
  );
export type Watch = z.infer<typeof Watch>;

/** Body of `PUT /gateway/watches`: new watches, and new settings of those that exist. */
export const PutWatches = z.strictObject(
  {
    watches: z.array(Watch, watchesRule).check(
      z.minLength(1, watchesRule),
      z.maxLength(watchLimits.watches, watchesRule),
      z.refine(
        (all: Watch[]) => new Set(all.map(({ productId, quantity }) => `${productId}:${quantity}`)).size === all.length,
        watchesRule,
      ),
    ),
  },
  ruleError('must be a JSON object with watches'),
);

/**
 * Response of `GET /gateway/checking`: whether promises and watches are checked while the person is signed out.
 * `always`: no credentials of the person are needed; otherwise until their token expires (Unix milliseconds).
 */
export type CheckingState = { kind: 'always' } | { kind: 'while-signed-in' | 'kept'; until: number };

const pathRule = ruleError('must be a whole number above 0');
const wholeNumber = z.string(pathRule).check(z.regex(/^[1-9]\d{0,15}$/, pathRule));

/** Path of a watch: a person has one for a product and quantity. */
export const WatchPath = z.strictObject({ productId: wholeNumber, quantity: wholeNumber });

/** A watch as it stands. */
export const KeptWatch = z.object({
  productId: z.int(),
  product: z.string(),
  quantity: z.int(),
  unit: z.nullable(z.string()),
  shipBy: z.nullable(z.string() as unknown as z.ZodMiniType<CalendarDate, CalendarDate>),
  when: z.array(z.enum(watchConditions)),
  days: z.int(),
  /** When it was made and when it ends, Unix milliseconds. */
  madeAt: z.int(),
  endsAt: z.int(),
  /** The last result, since when it is the same, and when it was received (Unix milliseconds); null before the first. */
  now: z.nullable(datedResult),
  since: z.int(),
  checkedAt: z.nullable(z.int()),
});
export type KeptWatch = z.infer<typeof KeptWatch>;

/** Response of `GET` and `PUT /gateway/watches`: all of the person, and how many are damaged. */
export const KeptWatches = z.object({
  today: z.string() as unknown as z.ZodMiniType<CalendarDate, CalendarDate>,
  /** The server's time, Unix milliseconds. */
  at: z.int(),
  watches: z.array(KeptWatch),
  unreadable: z.int(),
});
export type KeptWatches = z.infer<typeof KeptWatches>;
