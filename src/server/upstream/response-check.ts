import '#stock/contract/no-eval.ts';
import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';

import {
  LooseCalendarsEnvelope,
  LooseEntriesEnvelope,
  LooseItemsEnvelope,
  type ReceivedItem,
  ReceivedItemEnvelope,
} from '#stock/contract/envelope.ts';
import type { OperationName } from '#stock/contract/operation-list.ts';
import type { StockQuery } from '#stock/order/order-line.ts';
import { itemsMismatch, type ItemMismatch } from '#stock/order/reconcile.ts';
import { parseJson } from '#stock/parse-json.ts';
import { exactThousandths } from '#stock/thousandths.ts';
import { redactText } from '#server/redact-secrets.ts';

import type { UpstreamRequest } from './upstream-transport.ts';

/** The body of a response, as received. */
export interface UncheckedResponse {
  /** The request to validate the response against; null for an error response. */
  request: CheckedRequest | null;
  body: Buffer;
  /** The caller's credentials, to be hidden. */
  secrets: readonly string[];
}

/** Result of reading a response body. */
export interface ResponseCheck {
  /** The body with any secrets hidden and its codes tidied; the same bytes if there was nothing to change. */
  body: Buffer;
  /** A violation because of which nothing of the response is used. */
  breach: ContractBreach | null;
  /** The first violation in the items of several products (§4.3), which alone aren't used. */
  itemBreach: ContractBreach | null;
}

/** Runs every check that needs the whole body. Time and memory grow with its length. */
export function checkResponse({ request, body, secrets }: UncheckedResponse): ResponseCheck {
  if (isTooDense(body)) return broken(body, 'is too large: it holds too many values');
  const shown = withSecretsHidden(body, secrets);
  if (request === null) return { body: shown, breach: null, itemBreach: null };
  const json = isUtf8(shown) ? parseJson(new TextDecoder().decode(shown)) : undefined;
  if (json === undefined) return broken(shown, 'is not JSON in UTF-8');
  const isTidied = tidyCodes(json);
  const breach = breachOf(issueIn(request, json), json);
  return {
    body: isTidied ? Buffer.from(JSON.stringify(json)) : shown,
    breach,
    itemBreach: breach === null && request.operation === 'stockOfProducts' ? itemBreachOf(request, json) : null,
  };
}

function broken(body: Buffer, rule: string): ResponseCheck {
  return { body, breach: { path: 'body', rule }, itemBreach: null };
}

/** Bodies up to this many bytes are always quick to read. */
const shortResult = 262_144;
const minBytesPerValue = 6;

/**
 * Megabytes of tiny values, such as millions of `{},`, would take gigabytes of memory here and in the browser. The
 * contract's fields take more than twice as many bytes each.
 */
function isTooDense(body: Buffer): boolean {
  if (body.length <= shortResult) return false;
  let left = body.length / minBytesPerValue;
  for (const mark of [',', '{', '['])
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) if (left-- < 0) return true;
  return false;
}

/** Browsers must not receive secrets, and an error response may be shown to other users. */
function withSecretsHidden(body: Buffer, secrets: readonly string[]): Buffer {
  const text = body.toString('utf8');
  const hidden = redactText(text, secrets);
  return hidden === text ? body : Buffer.from(hidden);
}

const codeFields = ['company', 'salesOrganization', 'territoryId'];

/**
 * Removes blanks around the codes of items and entries (§2.2 to §2.4), which are only shown, and writes a code that is
 * null as an empty text. Returns whether anything was changed.
 */
function tidyCodes(json: unknown): boolean {
  const items = arrayOf(fieldsOf(json)['results']).map((result) => fieldsOf(fieldsOf(result)['item']));
  let isChanged = false;
  for (const item of items)
    for (const fields of [item, ...arrayOf(item['stock']).map(fieldsOf)])
      for (const name of codeFields) {
        const code = fields[name];
        const tidy = code === null ? '' : typeof code === 'string' ? code.trim() : code;
        if (tidy === code) continue;
        fields[name] = tidy;
        isChanged = true;
      }
  return isChanged;
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A place where a response breaks the contract. */
export interface ContractBreach {
  /** Such as `results[0].item.stockDate`; `body` for the whole response. */
  path: string;
  /** The violation, worded to follow the path: `is missing`. */
  rule: string;
}

/** The parts of a request that its response is validated against. */
export type CheckedRequest = Pick<UpstreamRequest, 'operation' | 'path' | 'body'>;

/**
 * The first place where the body of a successful response breaks the contract (§2, §4) or doesn't match the request
 * (§4.2); undefined if there is none. Unknown fields are ignored. So are the items of several products (§4.3) and the
 * entries of calendars (§4.1, §4.4): their reader validates each, as the others are still shown.
 */
function issueIn(request: CheckedRequest, json: unknown): z.core.$ZodIssue | ItemMismatch | undefined {
  const issue = firstIssues[request.operation](json);
  return issue ?? (request.operation === 'stockOfProduct' ? mismatchIn(request, json) : undefined);
}

function itemBreachOf(request: CheckedRequest, json: unknown): ContractBreach | null {
  return breachOf(firstItemIssue(json) ?? mismatchIn(request, json), json);
}

function breachOf(issue: z.core.$ZodIssue | ItemMismatch | undefined, json: unknown): ContractBreach | null {
  if (issue === undefined) return null;
  return { path: z.core.toDotPath(issue.path) || 'body', rule: 'rule' in issue ? issue.rule : ruleOf(issue, json) };
}

function mismatchIn(request: CheckedRequest, json: unknown): ItemMismatch | undefined {
  const items = (json as { results: { item: ReceivedItem }[] }).results.map(({ item }) => item);
  return itemsMismatch(queriesOf(request, items), items) ?? undefined;
}

const RequestedProducts = z.object({ products: z.array(z.object({ productId: z.int(), quantity: z.number() })) });

/**
 * The lines requested by §4.2 or §4.3; empty if the body can't be parsed, so no item matches. §4.2 doesn't define a
 * request without a quantity: the quantity in the response is accepted then.
 */
function queriesOf({ operation, path, body = '' }: CheckedRequest, [first]: readonly ReceivedItem[]): StockQuery[] {
  const { pathname, searchParams } = new URL(path, 'http://upstream');
  const quantity = searchParams.get('quantity') ?? first?.stockQuantity;
  const lines =
    operation === 'stockOfProduct'
      ? [{ productId: Number(pathname.split('/').at(-1)), quantity: Number(quantity) }]
      : (RequestedProducts.safeParse(parseJson(body)).data?.products ?? []);
  return lines.map(({ productId, quantity }) => ({ productId, quantity: exactThousandths(quantity) }));
}

const firstIssues: Record<OperationName, ReturnType<typeof firstIssueOf>> = {
  productCalendar: firstIssueOf(LooseEntriesEnvelope),
  stockOfProduct: firstIssueOf(ReceivedItemEnvelope),
  stockOfProducts: firstIssueOf(LooseItemsEnvelope),
  productCalendars: firstIssueOf(LooseCalendarsEnvelope),
};
const firstItemIssue = firstIssueOf(ReceivedItemEnvelope);

/**
 * Returns the first schema violation of an envelope. List elements are validated one at a time: a schema would collect
 * thousands of issues, which takes seconds and eventually exceeds the maximum number of call arguments.
 */
function firstIssueOf(envelope: z.ZodMiniObject<Record<'results' | 'filters', z.ZodMiniArray>>) {
  const lists = z.object({ results: z.array(z.unknown()), filters: z.array(z.unknown()) });
  const around = z.extend(envelope, lists.shape);
  return (json: unknown): z.core.$ZodIssue | undefined => {
    const issue = around.safeParse(json).error?.issues[0];
    if (issue !== undefined) return issue;
    for (const list of ['results', 'filters'] as const) {
      const element = envelope.shape[list].def.element as z.ZodMiniType;
      for (const [place, value] of (json as z.infer<typeof lists>)[list].entries()) {
        const found = element.safeParse(value).error?.issues[0];
        if (found !== undefined) return { ...found, path: [list, place, ...found.path] };
      }
    }
    return undefined;
  };
}

function ruleOf(issue: z.core.$ZodIssue, json: unknown): string {
  const found = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], json);
  if (found === undefined) return 'is missing';
  if (issue.code === 'invalid_format') return `is not a ${issue.format} that exists`;
  if (issue.code === 'invalid_type') return `is not ${article(issue.expected)}`;
  return 'is out of the range that the contract allows';
}

function article(expected: string): string {
  if (expected === 'null') return 'null';
  const name = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
