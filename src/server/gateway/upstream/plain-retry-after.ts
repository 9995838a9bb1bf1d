import { readRetryAfter } from '#lib/retry-after.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';

/**
 * The answer with its `Retry-After` in whole seconds, `longest` at most: a moment by the upstream's clock would be
 * read by ours further on. Without one where it says nothing that can be read.
 * @param now Unix milliseconds
 */
export function withPlainRetryAfter(answer: BackendResponse, longest: number, now: number): BackendResponse {
  const { 'retry-after': asked, ...headers } = answer.headers;
  if (asked === undefined) return answer;
  const seconds = readRetryAfter(String(asked), textOf(headers['date']), now);
  const plain = seconds === null ? null : String(Math.min(seconds, Math.ceil(longest / 1000)));
  return { ...answer, headers: { ...headers, ...(plain !== null && { 'retry-after': plain }) } };
}

function textOf(value: BackendResponse['headers'][string]): string | null {
  return value === undefined ? null : String(value);
}
