import type { ContractFinding, ContractResult } from '#contract/contract-check.ts';

import type { Answered } from './answers.ts';
import type { Evidence } from './evidence.ts';
import { printRequest, type Exchange } from './probe.ts';

/** What came of holding a service to a requirement. */
export interface Verdict {
  result: ContractResult;
  findings: readonly ContractFinding[];
  observed: string | null;
}

/** Something that the specification says, or leaves open, and how to see whether a service keeps to it. */
export interface Requirement {
  /** Stable and unique. */
  id: string;
  /** Of the specification: `2.1`. */
  section: string;
  sentence: string;
  judge: (evidence: Evidence) => Verdict;
}

/** A part of an answer that is not as it should be. */
export type Deviation = Omit<ContractFinding, 'request'>;

const mostFindings = 10;
const longestValue = 160;

export const met: Verdict = { result: 'met', findings: [], observed: null };

export function notShown(observed: string): Verdict {
  return { result: 'not-shown', findings: [], observed };
}

export function notTried(reason: string): Verdict {
  return { result: 'not-tried', findings: [], observed: reason };
}

export function broken(findings: readonly ContractFinding[]): Verdict {
  const more = findings.length - mostFindings;
  const observed = more > 0 ? `And ${more} more of the kind.` : null;
  return { result: 'broken', findings: findings.slice(0, mostFindings), observed };
}

/** A deviation in the answer to a request. */
export function finding({ request }: Exchange, path: string, expected: string, got: unknown): ContractFinding {
  return { request: printRequest(request), path, expected, got: typeof got === 'string' ? got : show(got) };
}

/** A value as JSON writes it, short enough to be read. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** Holds every answer to `deviationsOf`; not tried where none came. */
export function judgeEach(answers: readonly Answered[], deviationsOf: (answer: Answered) => Deviation[]): Verdict {
  if (answers.length === 0) return notTried('There was no answer to see it in.');
  const findings = answers.flatMap((answer) =>
    deviationsOf(answer).map(({ path, expected, got }) => finding(answer.exchange, path, expected, got)),
  );
  return findings.length === 0 ? met : broken(findings);
}

/** One deviation, or none where `holds`. */
export function unless(holds: boolean, path: string, expected: string, got: unknown): Deviation[] {
  return holds ? [] : [{ path, expected, got: show(got) }];
}
