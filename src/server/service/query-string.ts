import type { ProblemError } from '#contract/problem.ts';
import { requestError, shortName } from '#contract/requests.ts';

/**
 * The query of a request target, read strictly: each parameter once, by a known name, in good percent-encoding.
 * A `+` is a plus sign. Values are as they were written; whether they are right is for a schema to say.
 */
export function parseQuery(
  target: string,
  known: readonly string[],
): { parameters: Record<string, string>; errors: ProblemError[] } {
  const values = new Map<string, string>();
  const errors = new Map<string, ProblemError>();
  const refuse = (name: string, rule: string) => {
    const path = shortName(name);
    if (!errors.has(path)) errors.set(path, requestError(path, rule));
  };
  for (const part of partsOf(target)) {
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const name = decoded(rawName);
    const value = decoded(rawValue);
    if (name === undefined) refuse(rawName, 'must be percent-encoded UTF-8');
    else if (name === '') refuse('query', 'must not have a parameter without a name');
    else if (!known.includes(name)) refuse(name, `is not a parameter here: ${whatIsKnown(known)}`);
    else if (values.has(name)) refuse(name, 'must be given once');
    else if (value === undefined) refuse(name, 'must be percent-encoded UTF-8');
    else values.set(name, value);
  }
  return { parameters: Object.fromEntries(values), errors: [...errors.values()] };
}

/** A `#` ends the path for the router, so what follows one counts as query too and is refused there. */
function partsOf(target: string): string[] {
  const at = target.search(/[?#]/);
  const query = at === -1 ? '' : target.slice(at + 1);
  return query === '' ? [] : query.split('&');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function whatIsKnown(known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  return known.length === 1 ? `the only one is ${known[0]}` : `the only ones are ${known.join(', ')}`;
}
