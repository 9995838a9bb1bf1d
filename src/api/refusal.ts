import { attemptsHeader } from '#contract/headers.ts';
import { Problem, refusalSentence } from '#contract/problem.ts';
import { readRetryAfter } from '#lib/retry-after.ts';

import type { Refusal } from './errors.ts';

/** Reads a refusal from a response outside 200 to 299: problem details, `{statusCode, message}`, plain text or HTML. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const body = await response.text();
  return {
    status: response.status,
    problem: readProblem(body),
    sentence: refusalSentence(body),
    requestId: response.headers.get('x-request-id'),
    retryAfter: readRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), Date.now()),
    attempts: Number(response.headers.get(attemptsHeader) ?? 1),
  };
}

function readProblem(body: string): Problem | null {
  try {
    return Problem.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
