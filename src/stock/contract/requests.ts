import './no-eval.ts';
import * as z from 'zod/mini';

import {
  defaultIncludeMaxLeadTime,
  defaultPage,
  defaultPageSize,
  defaultQuantity,
  type ServiceLimits,
} from './limits.ts';
import type { ProblemError } from './problem.ts';
import type { ProductId } from './product-id.ts';

/** Error message of a schema: what the value must be, worded to follow the field's name. */
export function ruleError(rule: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? `is missing: it ${rule}` : rule) };
}

/** Formats an integer for the service's English messages: `1,000,000`. */
export function grouped(number: number): string {
  // Not with Intl, which takes browsers tens of milliseconds to load before the first render.
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * A filter of §4.4 in the regular query language: terms `{attribute}.{comparer}.{value}`, joined by `/` as AND.
 * Calendars support only the attribute `productid`, so each term is a list of allowed IDs, as written.
 */
export type ProductFilter = readonly (readonly ProductId[])[];

export type ParsedProductFilter = { ok: true; filter: ProductFilter } | { ok: false; message: string };

const forms = 'productid.eq.<id> or productid.eq.any(<id>,<id>,...)';
const idDigits = /^[1-9]\d*$/;

/** Parses a filter. Only the attribute is case-insensitive. An error message is worded to follow the field's name. */
export function parseProductFilter(
  text: string,
  { idsPerFilter, productId: largestId }: Pick<ServiceLimits, 'idsPerFilter' | 'productId'>,
): ParsedProductFilter {
  const filter: ProductId[][] = [];
  for (const term of text.split('/')) {
    const values = valuesOf(term);
    if (values === undefined) return { ok: false, message: `must have the form ${forms}` };
    const ids = values.map((value) => (idDigits.test(value) ? Number(value) : 0));
    if (ids.some((id) => id < 1 || id > largestId))
      return {
        ok: false,
        message: `must name products by whole numbers from 1 to ${grouped(largestId)}, in the form ${forms}`,
      };
    filter.push(ids);
  }
  const count = filter.reduce((sum, ids) => sum + ids.length, 0);
  if (count > idsPerFilter)
    return { ok: false, message: `must name at most ${grouped(idsPerFilter)} products; it names ${grouped(count)}` };
  return { ok: true, filter };
}

/** The IDs of a term as text; undefined unless it is an equality on the product ID. */
function valuesOf(term: string): string[] | undefined {
  const [attribute = '', comparer, ...rest] = term.split('.');
  if (attribute.toLowerCase() !== 'productid' || comparer !== 'eq') return undefined;
  const value = rest.join('.');
  if (!value.startsWith('any(')) return [value];
  return value.endsWith(')') ? value.slice('any('.length, -1).split(',') : undefined;
}

/** The IDs that pass every term, unique and ascending. */
export function filteredProductIds(filter: ProductFilter): ProductId[] {
  const [first = [], ...others] = filter.map((ids) => new Set(ids));
  return [...first].filter((id) => others.every((ids) => ids.has(id))).toSorted((a, b) => a - b);
}

/** `productId.eq.<id>` for one ID, `productId.eq.any(<id>,...)` for several, empty for none (§2.1). */
export function printProductIds(ids: readonly ProductId[]): string {
  if (ids.length === 0) return '';
  return ids.length === 1 ? `productId.eq.${ids[0]}` : `productId.eq.any(${ids.join(',')})`;
}

/** The filter as written in the service's responses; {@link parseProductFilter} parses it back. */
export function printProductFilter(filter: ProductFilter): string {
  return filter.map(printProductIds).join('/');
}

/** Largest page number of a request. */
const maxPage = 2_147_483_647;

const wholeNumber = /^(?:0|[1-9]\d*)$/;
const decimalNumber = /^\d+(?:\.\d+)?$/;

function wholeNumberUpTo(largest: number) {
  const rule = ruleError(`must be a whole number from 1 to ${grouped(largest)}`);
  return { rule, value: z.int(rule).check(z.minimum(1, rule), z.maximum(largest, rule)) };
}

/** A number in URL syntax, digits only: not `1e3`, `0x10`, `+5` or leading zeros. */
function asText(
  { rule, value }: { rule: ReturnType<typeof ruleError>; value: z.ZodMiniType<number, number> },
  shape: RegExp,
) {
  return z.codec(z.string(rule).check(z.regex(shape, rule)), value, { decode: Number, encode: String });
}

/** Schemas of the values in URLs and bodies of requests, within the service's limits (§8). */
export function requestValues(limits: ServiceLimits) {
  const productId = wholeNumberUpTo(limits.productId);
  const quantityRule = ruleError(
    `must be a number above 0 and up to ${grouped(limits.quantity)}, written like 250 or 250.5`,
  );
  const quantity = {
    rule: quantityRule,
    value: z.number(quantityRule).check(z.positive(quantityRule), z.maximum(limits.quantity, quantityRule)),
  };
  const flagRule = ruleError('must be true or false');
  return {
    productId: productId.value,
    quantity: quantity.value,
    productIdText: asText(productId, wholeNumber),
    quantityText: asText(quantity, decimalNumber),
    pageText: asText(wholeNumberUpTo(maxPage), wholeNumber),
    pageSizeText: asText(wholeNumberUpTo(limits.pageSize), wholeNumber),
    flagText: z.codec(z.string(flagRule).check(z.regex(/^(?:true|false)$/, flagRule)), z.boolean(), {
      decode: (text) => text === 'true',
      encode: String,
    }),
    filterText: z.pipe(
      z.string(),
      z.transform((text: string, context): ProductFilter => {
        const parsed = parseProductFilter(text, limits);
        if (parsed.ok) return parsed.filter;
        context.issues.push({ code: 'custom', message: parsed.message, input: text });
        return z.NEVER;
      }),
    ),
  };
}

/**
 * Schemas of the four operations' requests (§4) within the given limits; paths and queries are parsed from text.
 * Messages are completed with the field's name by {@link requestErrors}.
 */
export function requestSchemas(limits: ServiceLimits) {
  const values = requestValues(limits);
  const products = ruleError(
    `must be a list of 1 to ${grouped(limits.productsPerRequest)} products, each with productId and quantity`,
  );
  return {
    /** §4.1, §4.2. */
    ProductPath: z.strictObject({ productId: values.productIdText }),
    /** §4.1. */
    CalendarQuery: z.strictObject({
      quantity: z.optional(values.quantityText),
      includeMaxLeadTime: z._default(values.flagText, defaultIncludeMaxLeadTime),
    }),
    /** §4.2. */
    StockQuery: z.strictObject({ quantity: z._default(values.quantityText, defaultQuantity) }),
    /** §4.3 has no query. */
    NoQuery: z.strictObject({}),
    /** Body of §4.3. */
    StockRequest: z.strictObject(
      {
        products: z
          .array(
            z.strictObject(
              { productId: values.productId, quantity: values.quantity },
              ruleError('must be an object with productId and quantity'),
            ),
            products,
          )
          .check(z.minLength(1, products), z.maxLength(limits.productsPerRequest, products)),
      },
      ruleError('must be a JSON object with the list products'),
    ),
    /** §4.4. */
    CalendarPageQuery: z.strictObject({
      page: z._default(values.pageText, defaultPage),
      pageSize: z._default(values.pageSizeText, Math.min(defaultPageSize, limits.pageSize)),
      filter: z.optional(values.filterText),
      includeMaxLeadTime: z._default(values.flagText, defaultIncludeMaxLeadTime),
    }),
  };
}
export type RequestSchemas = ReturnType<typeof requestSchemas>;
export type StockRequest = z.infer<RequestSchemas['StockRequest']>;

/** Maximum number of errors in a response. */
const maxErrors = 1000;

const maxNameLength = 60;

/**
 * Converts schema issues to a problem's `errors`, one per path. A message starts with its path, such as
 * `products[3].quantity`. `whole` names the value itself, for issues without a path.
 */
export function requestErrors(issues: readonly z.core.$ZodIssue[], whole: string): ProblemError[] {
  const errors = new Map<string, ProblemError>();
  const add = (path: string, rule: string) => {
    if (!errors.has(path)) errors.set(path, requestError(path, rule));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const where = printFieldPath(issue.path) || `the ${whole}`;
      const rule = `is not a known field of ${where}: leave it out`;
      for (const key of issue.keys.slice(0, maxErrors)) add(printFieldPath([...issue.path, key]), rule);
    } else {
      add(printFieldPath(issue.path) || whole, issue.message);
    }
    if (errors.size >= maxErrors) break;
  }
  return [...errors.values()].slice(0, maxErrors);
}

/** One error; `rule` states what the value at `path` must be. */
export function requestError(path: string, rule: string): ProblemError {
  return { path, message: `${path} ${rule}.` };
}

/** A name from the request, shortened to be repeated in a message. */
export function shortName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

function printFieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((printed, part) => {
    if (typeof part === 'number') return `${printed}[${part}]`;
    const name = shortName(String(part));
    return printed === '' ? name : `${printed}.${name}`;
  }, '');
}
