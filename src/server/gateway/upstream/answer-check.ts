import '#contract/no-eval.ts';
import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';

import { LooseCalendarsEnvelope } from '#contract/envelope.ts';
import { type OperationName, operations } from '#contract/operations.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { breachOfEntries, breachOfItems, type ItemBreach, type ReceivedItem } from '#domain/order/reconcile.ts';
import { parseJson } from '#lib/parse-json.ts';
import { exactThousandths } from '#lib/thousandths.ts';
import { textWithoutSecrets } from '#server/without-secrets.ts';

import type { UpstreamQuestion } from './upstream-calls.ts';

/** The body of an answer, as it came. */
export interface UncheckedAnswer {
  /** What it is held against; null where it is a refusal. */
  question: CheckedQuestion | null;
  body: Buffer;
  /** Of who asked. */
  secrets: readonly string[];
}

/** What of an answer is left to do after it was read. */
export interface AnswerCheck {
  /** Freed from the secrets, should the upstream have repeated one; byte by byte as it came where it did not. */
  body: Buffer;
  breach: ContractBreach | null;
}

/** Everything about an answer for which all of it has to be read; takes time and memory in proportion to its length. */
export function checkAnswer({ question, body, secrets }: UncheckedAnswer): AnswerCheck {
  if (isTooDense(body)) return { body, breach: { path: 'body', rule: 'is too large: it holds too many values' } };
  const shown = freed(body, secrets);
  return { body: shown, breach: question && findBreach(question, shown) };
}

/** Bytes below which no answer takes long to read. */
const shortAnswer = 262_144;
const fewestBytesPerValue = 6;

/**
 * Megabytes of next to nothing, such as millions of `{},`, would take gigabytes of memory here and in the browser. The
 * fields of the contract take more than twice as many bytes each.
 */
function isTooDense(body: Buffer): boolean {
  if (body.length <= shortAnswer) return false;
  let left = body.length / fewestBytesPerValue;
  for (const mark of [',', '{', '['])
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) if (left-- < 0) return true;
  return false;
}

/** No browser is to see a secret, and a refusal may be shown to others. */
function freed(body: Buffer, secrets: readonly string[]): Buffer {
  if (!body.includes('\\') && !secrets.some((secret) => body.includes(secret))) return body;
  const text = body.toString('utf8');
  const hidden = textWithoutSecrets(text, secrets);
  return hidden === text ? body : Buffer.from(hidden);
}

/** A place in an answer at which it is not what the contract says. */
export interface ContractBreach {
  /** Such as `results[0].item.stockDate`; `body` for the answer as a whole. */
  path: string;
  /** What is wrong there, to be put after the path: `is missing`. */
  rule: string;
}

/** What was asked, as far as an answer is held against it. */
export type CheckedQuestion = Pick<UpstreamQuestion, 'operation' | 'path' | 'body'>;

/**
 * Where the body of a successful answer first departs from the contract (§2, §4), or answers another question than was
 * asked (§4.1 to §4.3); null where neither. Fields beyond the contract are none of its business, and elements of §4.4's
 * `stock`, whose shape is not shown, are left to whoever reads them.
 */
function findBreach(question: CheckedQuestion, body: Buffer): ContractBreach | null {
  const json = isUtf8(body) ? parseJson(new TextDecoder().decode(body)) : undefined;
  if (json === undefined) return { path: 'body', rule: 'is not JSON in UTF-8' };
  const issue = firstIssues[question.operation](json);
  if (issue !== undefined) return { path: z.core.toDotPath(issue.path) || 'body', rule: ruleOf(issue, json) };
  const breach = question.operation === 'productCalendars' ? null : breachOfQuestion(question, json);
  return breach && { path: z.core.toDotPath(breach.path), rule: breach.rule };
}

function breachOfQuestion(question: CheckedQuestion, json: unknown): ItemBreach | null {
  const items = (json as { results: { item: ReceivedItem }[] }).results.map(({ item }) => item);
  if (question.operation !== 'productCalendar') return breachOfItems(questionsOf(question, items), items);
  return breachOfEntries(Number(question.path.split('/').at(-2)), items);
}

const AskedProducts = z.object({ products: z.array(z.object({ productId: z.int(), quantity: z.number() })) });

/**
 * What a request asks of §4.2 or §4.3; nothing where it can't be read, which no item answers. The specification leaves
 * open what a request without quantity asks for (§4.2): there it is what the service says.
 */
function questionsOf(
  { operation, path, body = '' }: CheckedQuestion,
  [first]: readonly ReceivedItem[],
): StockQuestion[] {
  const { pathname, searchParams } = new URL(path, 'http://upstream');
  const quantity = searchParams.get('quantity') ?? first?.stockQuantity;
  const lines =
    operation === 'stockOfProduct'
      ? [{ productId: Number(pathname.split('/').at(-1)), quantity: Number(quantity) }]
      : (AskedProducts.safeParse(parseJson(body)).data?.products ?? []);
  return lines.map(({ productId, quantity }) => ({ productId, quantity: exactThousandths(quantity) }));
}

const firstIssues: Record<OperationName, ReturnType<typeof firstIssueOf>> = {
  productCalendar: firstIssueOf(operations.productCalendar.answer),
  stockOfProduct: firstIssueOf(operations.stockOfProduct.answer),
  stockOfProducts: firstIssueOf(operations.stockOfProducts.answer),
  productCalendars: firstIssueOf(LooseCalendarsEnvelope),
};

/**
 * What is wrong with an envelope first. Its lists are read up to there: a schema would go on through thousands of wrong
 * elements, which takes seconds and in the end more arguments than a call may have.
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
