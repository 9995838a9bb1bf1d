import { parseJson } from '#lib/parse-json.ts';

/** Shorter texts are no secrets, and stand in answers by chance. */
const shortestSecret = 8;

/** The value with every text in it freed from the secrets, should a service have repeated one. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  const hidden = secrets.filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
  return hide(value, hidden) as Value;
}

/**
 * The text of an answer freed from the secrets, and as it was where it holds none. JSON may write any character
 * behind a backslash, so it is read before it is searched; nested deeper than can be searched, it comes back empty.
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
