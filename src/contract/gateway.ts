import './no-eval.ts';
import * as z from 'zod/mini';

import { grouped, must } from './requests.ts';
import { CalendarDateSchema, Market } from './envelope.ts';
import { ProductId } from './product-id.ts';

/** A product as the catalogue knows it; one with stock but no catalogue row has neither name, SKU nor unit. */
export const Product = z.object({
  productId: ProductId,
  name: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  unit: z.nullable(z.string()),
});
export type Product = z.infer<typeof Product>;

/** Answer of `GET /gateway/products?q=&page=&pageSize=`: best match first. */
export const ProductPage = z.object({
  products: z.array(Product),
  page: z.int(),
  pageSize: z.int(),
  /** Whether a further page exists. */
  hasMore: z.boolean(),
});
export type ProductPage = z.infer<typeof ProductPage>;

const keysRule = must('must be a list of up to 1,000 texts, each a product id or SKU');

/** Body of `POST /gateway/products/resolve`: up to 1,000 ids or SKUs as typed. */
export const ResolveRequest = z.strictObject(
  {
    keys: z.array(z.string(must('must be a text, a product id or SKU')), keysRule).check(z.maxLength(1000, keysRule)),
  },
  must('must be a JSON object with the list keys'),
);
export type ResolveRequest = z.infer<typeof ResolveRequest>;

/** Its answer: for each key, in order, the product with that id, else that SKU, else null. */
export const ResolveResponse = z.object({ products: z.array(z.nullable(Product)) });
export type ResolveResponse = z.infer<typeof ResolveResponse>;

/** A text of 1 to `longest` characters. */
function credential(longest: number) {
  const rule = must(`must be a text of 1 to ${grouped(longest)} characters`);
  return z.string(rule).check(z.minLength(1, rule), z.maxLength(longest, rule));
}

/** Body of `POST /gateway/session`. */
export const SignIn = z.strictObject(
  { token: credential(16_384), subscriptionKey: credential(1024) },
  must('must be a JSON object with token and subscriptionKey'),
);
export type SignIn = z.infer<typeof SignIn>;

/** Why the company's sign-in did not let a person in. */
export const CompanyRefusalReason = z.enum([
  /** The person, or the provider, called it off. */
  'cancelled',
  /** The provider knows the person, but `OIDC_ALLOWED` does not name them. */
  'not-allowed',
  /** It took more than ten minutes, or was begun in another browser or tab. */
  'expired',
  /** The provider cannot be reached, or answers with an error of its own. */
  'unavailable',
  /** What the provider answered does not hold. */
  'not-trusted',
]);
export type CompanyRefusalReason = z.infer<typeof CompanyRefusalReason>;

/** Answer of `GET /gateway/session`: which service this is, and as whom it is asked. */
export const Session = z.object({
  /** Whether the service can be asked. */
  signedIn: z.boolean(),
  /**
   * How the person got in; null when nobody did. Whom the company let in may still have to give credentials of
   * their own, and so may the local user once the shared ones have run out: then `signedIn` is false.
   */
  by: z.nullable(z.enum(['local', 'credentials', 'company'])),
  /** What the company calls the person; null where it tells no name, or was not asked. */
  person: z.nullable(z.string()),
  /** A name for the person that tells nobody who it is, the same at each sign-in; null when nobody got in. */
  personId: z.nullable(z.string()),
  /** Whether the credentials are the person's own or the server's, which may have run out; null where there are none. */
  credentials: z.nullable(z.enum(['own', 'shared'])),
  /** The market that answers are for; null when signed out, and where the token does not tell. */
  market: z.nullable(Market),
  /** When the access token runs out, ISO 8601; null when signed out, and where the token does not tell. */
  expiresAt: z.nullable(z.string()),
  /** When the person has to sign in again, ISO 8601; null when nobody got in. */
  endsAt: z.nullable(z.string()),
  /**
   * What ends first, and when (ISO 8601): the sign-in, the person's own access token, or the one that the server
   * shares, which nobody can renew by signing in. Null when nobody got in, and where the server renews all of it.
   */
  ending: z.nullable(z.object({ what: z.enum(['sign-in', 'own-token', 'shared-token']), at: z.string() })),
  /** The company's sign-in: null where it is no way in. */
  company: z.nullable(
    z.object({
      /** Why it has just not let this browser in, and under which id the log has the reason; null where it has not. */
      refusal: z.nullable(z.object({ reason: CompanyRefusalReason, requestId: z.string() })),
      /** Where to go to sign out at the company too; null but in the answer to signing out. */
      signOutUrl: z.nullable(z.string()),
    }),
  ),
  service: z.object({
    kind: z.enum(['embedded', 'upstream']),
    baseUrl: z.string(),
    version: z.string(),
    /** The service's today (`STOCK_TIME_ZONE`), `YYYY-MM-DD`. */
    today: CalendarDateSchema,
    /** Whether what it holds is the demo data set. */
    demo: z.boolean(),
    /** Changes with every import. */
    generation: z.int(),
    /** Whether products can be searched by name (a catalogue was imported). */
    searchable: z.boolean(),
  }),
});
export type Session = z.infer<typeof Session>;
