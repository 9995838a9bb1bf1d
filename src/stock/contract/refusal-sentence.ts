import { parseJson } from '#stock/parse-json.ts';

const maxSentenceLength = 300;

/**
 * One plain sentence from the body of an error (undefined in §7): problem details, `{statusCode, message}` and similar
 * bodies of API gateways, or plain text. Null if there is none fit to show, as in an HTML page or binary data.
 */
export function refusalSentence(body: string): string | null {
  const json = parseJson(body);
  if (json === undefined) return /<[a-z!/]|[\0\ufffd]/i.test(body) ? null : tidy(body);
  if (typeof json !== 'object' || json === null) return null;
  const { detail, message, title, error } = json as Record<string, unknown>;
  const nested = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  const sentence = [detail, message, nested, title].find((text) => typeof text === 'string');
  return sentence === undefined ? null : tidy(sentence);
}

function tidy(text: string): string | null {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return null;
  return line.length > maxSentenceLength ? `${line.slice(0, maxSentenceLength - 1)}…` : line;
}
