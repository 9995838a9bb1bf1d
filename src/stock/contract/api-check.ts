import './no-eval.ts';
import * as z from 'zod/mini';

import { ruleError } from './requests.ts';
import { ProductId } from './product-id.ts';

/** Result of checking a requirement of the specification. */
export const contractResults = ['met', 'broken', 'not-shown', 'not-tried'] as const;
export type ContractResult = (typeof contractResults)[number];

/** A part of a response that breaks the specification. */
export const ContractFinding = z.object({
  /** The request without its credentials: `GET /stock/12345?quantity=40`. */
  request: z.string(),
  /** Place in the response: `status`, a header, or a body path such as `results[0].item.stockDate`. */
  path: z.string(),
  expected: z.string(),
  got: z.string(),
});
export type ContractFinding = z.infer<typeof ContractFinding>;

/** A requirement with the result of its check. */
export const ContractRequirement = z.object({
  id: z.string(),
  /** Section of the specification, such as `2.1`. */
  section: z.string(),
  sentence: z.string(),
  result: z.enum(contractResults),
  /** The deviations; empty unless the result is `broken`. */
  findings: z.array(ContractFinding),
  /** Observed behavior where the specification is silent, or why the check was impossible; otherwise null. */
  observed: z.nullable(z.string()),
});
export type ContractRequirement = z.infer<typeof ContractRequirement>;

/** Why a check ended early. */
export const ContractStop = z.object({
  reason: z.enum(['unreachable', 'credentials', 'busy', 'no-products']),
  sentence: z.string(),
});
export type ContractStop = z.infer<typeof ContractStop>;

const productIdsRule = ruleError('must be a list of up to 20 product ids');

export const ContractCheckRequest = z.strictObject(
  {
    /** Products to check with; by default, the first that the service lists. */
    productIds: z.optional(z.array(ProductId, productIdsRule).check(z.maxLength(20, productIdsRule))),
  },
  ruleError('must be a JSON object, with the list productIds or empty'),
);
export type ContractCheckRequest = z.infer<typeof ContractCheckRequest>;

/** Response of `POST /gateway/contract-check`, and output of `npm run conformance -- --json`. */
export const ContractCheck = z.object({
  /** Start of the check, ISO 8601. */
  checkedAt: z.string(),
  /** Number of requests sent. */
  requests: z.int(),
  /** Null if the check was completed. */
  stopped: z.nullable(ContractStop),
  requirements: z.array(ContractRequirement),
});
export type ContractCheck = z.infer<typeof ContractCheck>;

/** Number of requirements by result. */
export function countResults({ requirements }: ContractCheck): Record<ContractResult, number> {
  const counts = { met: 0, broken: 0, 'not-shown': 0, 'not-tried': 0 };
  for (const { result } of requirements) counts[result]++;
  return counts;
}

/** Whether the check judged any requirement. */
export function hasVerdict({ requirements }: ContractCheck): boolean {
  return requirements.some(({ result }) => result === 'met' || result === 'broken');
}

/** Labels of the results in a report. */
const resultLabels: Record<ContractResult, string> = {
  met: 'passed',
  broken: 'failed',
  'not-shown': 'not specified',
  'not-tried': 'not tested',
};

const marks: Record<ContractResult, string> = { met: '✓', broken: '✗', 'not-shown': '?', 'not-tried': '–' };

/** Styles a text, for example in the color of a result. */
export type Paint = (text: string, as: ContractResult | 'dim' | 'strong') => string;

const plain: Paint = (text) => text;

/**
 * Formats a check as plain text, for a terminal or an email.
 * @param service the base address that was checked
 */
export function contractReport(check: ContractCheck, service: string, paint: Paint = plain): string {
  const { checkedAt, requests, stopped, requirements } = check;
  const asked = `${requests} request${requests === 1 ? '' : 's'}`;
  return [
    `${paint('API check', 'strong')} of ${service}, ${checkedAt.slice(0, 16).replace('T', ' ')} UTC, ${asked}`,
    '',
    ...(hasVerdict(check) ? [...requirements.flatMap((requirement) => linesOf(requirement, paint)), ''] : []),
    ...(stopped === null ? [] : [paint(`Ended early: ${stopped.sentence}`, 'broken')]),
    summaryOf(check, paint),
  ].join('\n');
}

function linesOf({ section, sentence, result, findings, observed }: ContractRequirement, paint: Paint): string[] {
  const mark = paint(`${marks[result]} ${resultLabels[result].padEnd(13)}`, result);
  return [
    `  ${section.padEnd(3)}  ${mark}  ${sentence}`,
    ...findings.flatMap(({ request, path, expected, got }) => [
      detail(paint(request, 'dim')),
      detail(`${path}: expected ${expected}, received ${paint(got, 'broken')}`),
    ]),
    ...(observed === null ? [] : [detail(paint(observed, 'dim'))]),
  ];
}

function detail(text: string): string {
  return `${' '.repeat(24)}${text}`;
}

function summaryOf(check: ContractCheck, paint: Paint): string {
  const counts = countResults(check);
  const part = (result: ContractResult) => {
    const text = `${counts[result]} ${resultLabels[result]}`;
    return counts[result] === 0 ? text : paint(text, result);
  };
  return `${part('met')}, ${part('broken')}, ${part('not-shown')}, ${part('not-tried')}.`;
}
