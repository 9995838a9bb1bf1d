import { parseJson } from '#lib/parse-json.ts';

/** Minimum length of a secret. Shorter texts occur in responses by chance. */
const shortestSecret = 8;

/** Hides the secrets in every text and property name of a value, in case a service repeats them. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const hidden = secrets.filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
  return hide(value, hidden) as Value;
}

/**
 * Hides the secrets in a response text; returns it unchanged if it contains none. JSON can escape any character, so it
 * is parsed before it is searched. Returns an empty string for JSON nested too deeply to search.
 */
export function textWithoutSecrets(text: string, secrets: readonly string[]): string {
  const json = text.includes('\\') ? parseJson(text.replace(/^\ufeff/, '')) : undefined;
  if (json === undefined) return withoutSecrets(text, secrets);
  try {
    const hidden = JSON.stringify(withoutSecrets(json, secrets));
    return hidden === JSON.stringify(json) ? text : hidden;
  } catch {
    return '';
  }
}

function hide(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), value);
  if (Array.isArray(value)) return value.map((each) => hide(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [hide(name, secrets), hide(each, secrets)]));
}
