import { hasSucceeded } from '#server/conformance/answers.ts';
import type { Exchange } from '#server/conformance/probe.ts';
import { broken, finding, met, notTried, type Verdict } from '#server/conformance/requirement.ts';

/** Whether requests that are right were taken: a status of 200 to 299. */
export function isAnswered(exchanges: readonly (Exchange | null)[]): Verdict {
  const asked = exchanges.filter((exchange) => exchange !== null);
  if (asked.length === 0) return notTried('It was not asked.');
  const findings = asked
    .filter((exchange) => !hasSucceeded(exchange))
    .map((exchange) => finding(exchange, 'status', '200', statusOf(exchange)));
  return findings.length === 0 ? met : broken(findings);
}

/** The status with what the service says to it, or why there is none. */
export function statusOf({ answer, failure, json }: Exchange): string {
  if (answer === null) return failure ?? 'no answer';
  const sentence = sentenceIn(json);
  return sentence === null ? String(answer.status) : `${answer.status}: ${sentence}`;
}

const longestSentence = 160;

function sentenceIn(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  const body = json as Record<string, unknown>;
  const text = [body['detail'], body['message'], body['title'], body['error']].find(
    (value) => typeof value === 'string',
  );
  return text === undefined ? null : text.slice(0, longestSentence);
}
