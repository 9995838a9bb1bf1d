import './no-eval.ts';
import * as z from 'zod/mini';

import { grouped, ruleError } from './requests.ts';
import { CalendarDateSchema, CalendarEntry, Market } from './envelope.ts';
import { Problem } from './problem.ts';
import { ProductId } from './product-id.ts';

/** Of which day and data the result of the gateway for a screen is. */
export const ResponseInfo = z.object({
  /** The service's current date (`STOCK_TIME_ZONE`), `YYYY-MM-DD`: the only *today* of every rule. */
  today: CalendarDateSchema,
  /** When the data was received from the service, Unix milliseconds: the oldest part of it. */
  receivedAt: z.int(),
  /** Whether it is an older copy, because the service failed. */
  isStale: z.boolean(),
  /** Changes with the stock data, as far as known. */
  dataVersion: z.string(),
});
export type ResponseInfo = z.infer<typeof ResponseInfo>;

/** A catalog product. Products with stock but without a catalog row have no name, SKU or unit. */
export const Product = z.object({
  productId: ProductId,
  name: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  unit: z.nullable(z.string()),
});
export type Product = z.infer<typeof Product>;

/** Response of `GET /gateway/products?q=&page=&pageSize=`, best match first. */
export const ProductPage = z.object({
  products: z.array(Product),
  page: z.int(),
  pageSize: z.int(),
  /** Whether there is another page. */
  hasMore: z.boolean(),
});
export type ProductPage = z.infer<typeof ProductPage>;

const keysRule = ruleError('must be a list of up to 1,000 texts, each a product id or SKU');

/** Maximum texts with words of names in one request. Each may take many searches. */
export const maxNamedTexts = 100;
const namesRule = ruleError(`must be a list of up to ${maxNamedTexts} texts of up to 240 characters`);

/**
 * Body of `POST /gateway/products/resolve`: up to 1,000 IDs or SKUs as entered, and texts with words of products' names
 * among others.
 */
export const ResolveRequest = z.strictObject(
  {
    keys: z
      .array(z.string(ruleError('must be a text, a product id or SKU')), keysRule)
      .check(z.maxLength(1000, keysRule)),
    names: z.optional(
      z
        .array(z.string(namesRule).check(z.maxLength(240, namesRule)), namesRule)
        .check(z.maxLength(maxNamedTexts, namesRule)),
    ),
  },
  ruleError('must be a JSON object with the list keys'),
);
export type ResolveRequest = z.infer<typeof ResolveRequest>;

/**
 * Its response: for each key, in order, the product with that ID, else with that SKU, else null; and for each text of
 * names up to three products with most of its words, if names were sent.
 */
export const ResolveResponse = z.object({
  products: z.array(z.nullable(Product)),
  named: z.optional(z.array(z.array(Product))),
});
export type ResolveResponse = z.infer<typeof ResolveResponse>;

/** Maximum lines of one order check. */
export const maxOrderLines = 10_000;
const linesRule = ruleError(
  `must be a list of up to ${grouped(maxOrderLines)} lines, each with key, productId and quantity`,
);
const keyRule = ruleError('must be a whole number above 0');
const LineKey = z.int(keyRule).check(z.positive(keyRule));
const thousandthsRule = ruleError('must be a whole number of thousandths above 0');

/** Body of `POST /gateway/order-check`: an order to check. */
export const OrderCheckRequest = z.strictObject(
  {
    /** All lines in list order, as lines of one product share its stock. `quantity` is in thousandths. */
    lines: z
      .array(
        z.strictObject(
          {
            key: LineKey,
            productId: ProductId,
            quantity: z.int(thousandthsRule).check(z.positive(thousandthsRule)),
          },
          linesRule,
        ),
        linesRule,
      )
      .check(z.maxLength(maxOrderLines, linesRule)),
    /** Keys of the lines whose results are requested; all if omitted. */
    keys: z.optional(z.array(LineKey, ruleError('must be a list of keys'))),
    /** Products whose calendars are requested too, whatever their lines. */
    calendars: z.optional(
      z.array(ProductId, ruleError('must be a list of product ids')).check(z.maxLength(maxOrderLines, linesRule)),
    ),
  },
  ruleError('must be a JSON object with the list lines'),
);
export type OrderCheckRequest = z.infer<typeof OrderCheckRequest>;

/** A text of 1 to `longest` characters. */
function credential(longest: number) {
  const rule = ruleError(`must be a text of 1 to ${grouped(longest)} characters`);
  return z.string(rule).check(z.minLength(1, rule), z.maxLength(longest, rule));
}

/** Body of `POST /gateway/session`. */
export const SignIn = z.strictObject(
  { token: credential(16_384), subscriptionKey: credential(1024) },
  ruleError('must be a JSON object with token and subscriptionKey'),
);
export type SignIn = z.infer<typeof SignIn>;

/** Why a company sign-in failed. */
export const CompanyRefusalReason = z.enum([
  /** The user or the provider canceled it. */
  'cancelled',
  /** The provider authenticated the user, but `OIDC_ALLOWED` doesn't include them. */
  'not-allowed',
  /** It took more than ten minutes, or was started in another browser or tab. */
  'expired',
  /** The provider can't be reached or returned an error. */
  'unavailable',
  /** The provider's response failed verification. */
  'not-trusted',
]);
export type CompanyRefusalReason = z.infer<typeof CompanyRefusalReason>;

/** Response of `GET /gateway/session`: the connected service and the current user. */
export const Session = z.object({
  /** Whether the user can send requests to the service. */
  signedIn: z.boolean(),
  /**
   * How the user signed in; null if they didn't. Company users may still have to enter their own credentials, as may
   * the local user when the shared ones have expired. `signedIn` is false then.
   */
  by: z.nullable(z.enum(['local', 'credentials', 'company'])),
  /** The user's name from the company; null if unknown. */
  person: z.nullable(z.string()),
  /** Pseudonymous ID of the user, the same at each sign-in; null without a user. */
  personId: z.nullable(z.string()),
  /** Whether the user may import files: the local user, or one whom the company names. */
  isAdministrator: z.boolean(),
  /** Whether the credentials are the user's own or the server's, which may have expired; null if there are none. */
  credentials: z.nullable(z.enum(['own', 'shared'])),
  /** Market of the responses; null if signed out, or if the token doesn't contain it. */
  market: z.nullable(Market),
  /** When the access token expires, ISO 8601; null if signed out, or if the token doesn't contain it. */
  expiresAt: z.nullable(z.string()),
  /** When the user has to sign in again, ISO 8601; null without a user, and for the local user. */
  endsAt: z.nullable(z.string()),
  /**
   * What expires first, and when (ISO 8601): the sign-in, the user's own token, or the server's shared token, which
   * signing in can't renew. Null without a user, and if the server renews everything.
   */
  ending: z.nullable(z.object({ what: z.enum(['sign-in', 'own-token', 'shared-token']), at: z.string() })),
  /** Company sign-in; null if not configured. */
  company: z.nullable(
    z.object({
      /** Why the browser's last company sign-in failed, with the request ID in the log; null if it didn't fail. */
      refusal: z.nullable(z.object({ reason: CompanyRefusalReason, requestId: z.string() })),
      /** Where to sign out of the company as well; set only in the response to a sign-out. */
      signOutUrl: z.nullable(z.string()),
    }),
  ),
  service: z.object({
    kind: z.enum(['embedded', 'upstream']),
    baseUrl: z.string(),
    version: z.string(),
    /** Today's date in the service's time zone (`STOCK_TIME_ZONE`), `YYYY-MM-DD`. */
    today: CalendarDateSchema,
    /** That time zone, an IANA name. */
    timeZone: z.string(),
    /** Whether the store contains the demo data. */
    demo: z.boolean(),
    /** Whether the embedded service has no stock data, so that no lookup works. */
    isEmpty: z.boolean(),
    /** Changes with every import. */
    generation: z.int(),
    /** Changes with the stock data, as far as known; the `dataVersion` of new results. */
    dataVersion: z.string(),
    /** Whether products can be searched by name, i.e. a catalog was imported. */
    searchable: z.boolean(),
  }),
});
export type Session = z.infer<typeof Session>;

/** When a quantity can ship. A past date means today; `max-lead-time` isn't backed by stock. */
const ShipDate = z.object({
  kind: z.enum(['in-stock', 'expected', 'max-lead-time']),
  date: CalendarDateSchema,
});

/** The service's result for a quantity, after it was compared with the calendar. */
const AvailabilityResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reliable'),
    /** `earlier`: the calendar's own ship date, if it is before the one that the service confirms. */
    stockResult: z.union([ShipDate, z.object({ kind: z.literal('not-available') })]),
    earlier: z.nullable(ShipDate),
    /** Last stock update; null if the service didn't send it. */
    lastUpdateDate: z.nullable(CalendarDateSchema),
  }),
  z.object({
    kind: z.literal('not-reliable'),
    /** Quantities in thousandths. */
    reason: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('incomplete-calendar'), unreadable: z.int() }),
      z.object({ kind: z.literal('not-enough'), date: CalendarDateSchema, level: z.int() }),
      z.object({ kind: z.literal('refused-though-available'), calendar: ShipDate }),
    ]),
  }),
  /** A catalog product, or one that the service knows, without entries. */
  z.object({ kind: z.literal('no-stock-data') }),
]);

/**
 * Response of `GET /gateway/availability?productId=&quantity=`: a product with its calendar and, for a quantity, its
 * result. What the service couldn't provide is null, and its problem says why.
 */
export const Availability = z.extend(ResponseInfo, {
  product: Product,
  calendar: z.nullable(
    z.object({
      /** As sent by the service, except entries that can't be read. */
      entries: z.array(
        z.pick(CalendarEntry, { stockDate: true, stockQuantity: true, isMaxLeadTime: true, isDeleted: true }),
      ),
      /** Number of entries that can't be read. Above 0, the calendar promises nothing. */
      unreadable: z.int(),
    }),
  ),
  /** Also null if no quantity is requested. */
  result: z.nullable(AvailabilityResult),
  problems: z.object({ calendar: z.optional(Problem), result: z.optional(Problem) }),
});
export type Availability = z.infer<typeof Availability>;
