import './no-eval.ts';
import * as z from 'zod/mini';

import { ruleError } from './requests.ts';
import { ProductId } from './product-id.ts';

/** Result of checking a requirement of the specification. */
const apiCheckResults = ['passed', 'failed', 'not-specified', 'not-tested'] as const;
export type ApiCheckResult = (typeof apiCheckResults)[number];

/** A part of a response that breaks the specification. */
export const ApiCheckFinding = z.object({
  /** The request without its credentials: `GET /stock/12345?quantity=40`. */
  request: z.string(),
  /** Place in the response: `status`, a header, or a body path such as `results[0].item.stockDate`. */
  path: z.string(),
  expected: z.string(),
  got: z.string(),
});
export type ApiCheckFinding = z.infer<typeof ApiCheckFinding>;

/** A requirement with the result of its check. */
export const ApiCheckRequirement = z.object({
  id: z.string(),
  /** Section of the specification, such as `2.1`. */
  section: z.string(),
  sentence: z.string(),
  result: z.enum(apiCheckResults),
  /** The deviations; empty unless the result is `failed`. */
  findings: z.array(ApiCheckFinding),
  /** Observed behavior where the specification is silent, or why the check was impossible; otherwise null. */
  observed: z.nullable(z.string()),
});
export type ApiCheckRequirement = z.infer<typeof ApiCheckRequirement>;

/** Why a check ended early. */
export const ApiCheckStop = z.object({
  reason: z.enum(['unreachable', 'credentials', 'busy', 'no-products']),
  sentence: z.string(),
});
export type ApiCheckStop = z.infer<typeof ApiCheckStop>;

const productIdsRule = ruleError('must be a list of up to 20 product ids');

export const ApiCheckRequest = z.strictObject(
  {
    /** Products to check with; by default, the first that the service lists. */
    productIds: z.optional(z.array(ProductId, productIdsRule).check(z.maxLength(20, productIdsRule))),
  },
  ruleError('must be a JSON object, with the list productIds or empty'),
);
export type ApiCheckRequest = z.infer<typeof ApiCheckRequest>;

/** Response of `POST /gateway/api-check`, and output of `npm run api-check -- --json`. */
export const ApiCheck = z.object({
  /** Start of the check, ISO 8601. */
  checkedAt: z.string(),
  /** Number of requests sent. */
  requests: z.int(),
  /** Null if the check was completed. */
  stopped: z.nullable(ApiCheckStop),
  requirements: z.array(ApiCheckRequirement),
});
export type ApiCheck = z.infer<typeof ApiCheck>;

/** Number of requirements by result. */
export function countResults({ requirements }: ApiCheck): Record<ApiCheckResult, number> {
  const counts = { passed: 0, failed: 0, 'not-specified': 0, 'not-tested': 0 };
  for (const { result } of requirements) counts[result]++;
  return counts;
}

/** Whether the check judged any requirement. */
export function hasResult({ requirements }: ApiCheck): boolean {
  return requirements.some(({ result }) => result === 'passed' || result === 'failed');
}

const marks: Record<ApiCheckResult, string> = { passed: '✓', failed: '✗', 'not-specified': '?', 'not-tested': '–' };

/** Styles a text, for example in the color of a result. */
export type Paint = (text: string, as: ApiCheckResult | 'dim' | 'strong') => string;

const plain: Paint = (text) => text;

/**
 * Formats a check as plain text, for a terminal or an email.
 * @param service the base address that was checked
 */
export function apiCheckReport(check: ApiCheck, service: string, paint: Paint = plain): string {
  const { checkedAt, requests, stopped, requirements } = check;
  const requested = `${requests} request${requests === 1 ? '' : 's'}`;
  return [
    `${paint('API check', 'strong')} of ${service}, ${checkedAt.slice(0, 16).replace('T', ' ')} UTC, ${requested}`,
    '',
    ...(hasResult(check) ? [...requirements.flatMap((requirement) => linesOf(requirement, paint)), ''] : []),
    ...(stopped === null ? [] : [paint(`Ended early: ${stopped.sentence}`, 'failed')]),
    summaryOf(check, paint),
  ].join('\n');
}

function linesOf({ section, sentence, result, findings, observed }: ApiCheckRequirement, paint: Paint): string[] {
  const mark = paint(`${marks[result]} ${labelOf(result).padEnd(13)}`, result);
  return [
    `  ${section.padEnd(3)}  ${mark}  ${sentence}`,
    ...findings.flatMap(({ request, path, expected, got }) => [
      detail(paint(request, 'dim')),
      detail(`${path}: expected ${expected}, received ${paint(got, 'failed')}`),
    ]),
    ...(observed === null ? [] : [detail(paint(observed, 'dim'))]),
  ];
}

function labelOf(result: ApiCheckResult): string {
  return result.replace('-', ' ');
}

function detail(text: string): string {
  return `${' '.repeat(24)}${text}`;
}

function summaryOf(check: ApiCheck, paint: Paint): string {
  const counts = countResults(check);
  const part = (result: ApiCheckResult) => {
    const text = `${counts[result]} ${labelOf(result)}`;
    return counts[result] === 0 ? text : paint(text, result);
  };
  return `${part('passed')}, ${part('failed')}, ${part('not-specified')}, ${part('not-tested')}.`;
}
