import './no-eval.ts';
import * as z from 'zod/mini';

/** Bodies that gateways in front of a service write: `{statusCode, message}` and its relatives. */
const LooseBody = z.object({
  detail: z.optional(z.string()),
  message: z.optional(z.string()),
  title: z.optional(z.string()),
  error: z.optional(z.union([z.string(), z.object({ message: z.optional(z.string()) })])),
});

const longestSentence = 300;

/**
 * One plain sentence from the body of a refusal (§7 leaves its form open): problem details, `{statusCode, message}`
 * or plain text. Null where it holds none that a person could use: a page of HTML is for a browser's window, and what
 * is no text for nobody.
 */
export function refusalSentence(body: string): string | null {
  const json = parseJson(body);
  if (json === undefined) return /<[a-z!/]|[\0\ufffd]/i.test(body) ? null : tidy(body);
  const { data } = LooseBody.safeParse(json);
  if (!data) return null;
  const nested = typeof data.error === 'string' ? data.error : data.error?.message;
  return tidy(data.detail ?? data.message ?? nested ?? data.title ?? '');
}

function tidy(text: string): string | null {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
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
