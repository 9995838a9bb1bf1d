import { parseJson } from '#stock/parse-json.ts';

/** Minimum length of a secret. Shorter texts occur in responses by chance. */
const minSecretLength = 8;

/** Hides the secrets in every text and property name of a value, in case a service repeats them. */
export function redactSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const hidden = secrets.filter((secret) => secret.length >= minSecretLength).toSorted((a, b) => b.length - a.length);
  return mask(value, hidden) as Value;
}

/**
 * Hides the secrets in a response text; returns it unchanged if it contains none. JSON can escape any character, so it
 * is parsed before it is searched. Returns an empty string for JSON nested too deeply to search.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const json = text.includes('\\') ? parseJson(text.replace(/^\ufeff/, '')) : undefined;
  if (json === undefined) return redactSecrets(text, secrets);
  try {
    const hidden = JSON.stringify(redactSecrets(json, secrets));
    return hidden === JSON.stringify(json) ? text : hidden;
  } catch {
    return '';
  }
}

/** Addresses whose path has a key: live addresses, and links of customers. */
const keyedPath = /^(.*?\/(?:live|c)\/)[^?#]*/i;
/** Texts as long as a key, wherever they are. */
const longText = /[\w-]{40,}/g;

/** Hides what may be a key in the path of a request, percent-encoded or not. */
export function withoutKey(path: string): string {
  const decoded = path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const hidden = decoded.replace(keyedPath, '$1[hidden]').replaceAll(longText, '[hidden]');
  return hidden === decoded ? path : hidden;
}

function mask(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), value);
  if (Array.isArray(value)) return value.map((each) => mask(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name, secrets), mask(each, secrets)]));
}
