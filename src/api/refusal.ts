import * as z from 'zod/mini';

import { Problem } from '#contract/problem.ts';
import { readRetryAfter } from '#lib/retry-after.ts';

import type { Refusal } from './errors.ts';

/** Bodies that gateways in front of a service write: `{statusCode, message}` and its relatives. */
const LooseBody = z.object({
  detail: z.optional(z.string()),
  message: z.optional(z.string()),
  title: z.optional(z.string()),
  error: z.optional(z.union([z.string(), z.object({ message: z.optional(z.string()) })])),
});

const longestSentence = 300;

/** Reads a refusal from a response outside 200 to 299: problem details, `{statusCode, message}`, plain text or HTML. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const body = await response.text();
  const json = parseJson(body);
  const problem = Problem.safeParse(json);
  return {
    status: response.status,
    problem: problem.success ? problem.data : null,
    sentence: json === undefined ? sentenceOfText(body) : sentenceOfJson(json),
    requestId: response.headers.get('x-request-id'),
    retryAfter: readRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), Date.now()),
  };
}

function sentenceOfJson(json: unknown): string | null {
  const { data } = LooseBody.safeParse(json);
  if (!data) return null;
  const nested = typeof data.error === 'string' ? data.error : data.error?.message;
  return tidy(data.detail ?? data.message ?? nested ?? data.title ?? '');
}

/** A page of HTML is for a browser's window; nothing in it is a sentence for the person. */
function sentenceOfText(body: string): string | null {
  return /<[a-z!/]/i.test(body) ? null : tidy(body);
}

function tidy(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return null;
  return line.length > longestSentence ? `${line.slice(0, longestSentence - 1)}…` : line;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
