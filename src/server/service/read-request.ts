import type * as z from 'zod/mini';

import type { ProblemError } from '#contract/problem.ts';
import { requestErrors } from '#contract/requests.ts';

import { parseQuery } from './query-string.ts';
import { ServiceProblem } from './service-problem.ts';

/** A part of a request after reading: its value, or everything that is wrong with it. */
type Read<Value> = { value: Value; errors: [] } | { value: undefined; errors: ProblemError[] };

/** The parameters of the path, as the router has decoded them. */
export function readPath<Shape extends z.ZodMiniObject>(params: unknown, schema: Shape): Read<z.infer<Shape>> {
  return read(params, schema, 'path');
}

/** The parameters of the query in a request target; ones that `schema` doesn't have are refused by name. */
export function readQuery<Shape extends z.ZodMiniObject>(target: string, schema: Shape): Read<z.infer<Shape>> {
  const { parameters, errors } = parseQuery(target, Object.keys(schema.shape));
  const result = read(parameters, schema, 'query');
  if (errors.length === 0) return result;
  const named = new Set(errors.map((error) => error.path));
  return { value: undefined, errors: [...errors, ...result.errors.filter((error) => !named.has(error.path))] };
}

/** A body of JSON. */
export function readBody<Shape extends z.ZodMiniObject>(body: unknown, schema: Shape): Read<z.infer<Shape>> {
  return read(body, schema, 'body');
}

/**
 * The values of all parts of a request.
 * @throws ServiceProblem `bad-request` that lists what is wrong with any of them.
 */
export function allOf<Parts extends Record<string, Read<unknown>>>(
  parts: Parts,
): { [Name in keyof Parts]: Exclude<Parts[Name]['value'], undefined> } {
  const errors = Object.values(parts).flatMap((part) => part.errors);
  if (errors.length > 0) throw badRequest(errors);
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.value])) as never;
}

/** The refusal of a request for these errors. */
export function badRequest(errors: ProblemError[]): ServiceProblem {
  const [first] = errors;
  const more = errors.length === 1 ? '' : ` (${errors.length} errors in all)`;
  return new ServiceProblem('bad-request', `${first?.message ?? 'The request is not right.'}${more}`, { errors });
}

function read<Shape extends z.ZodMiniObject>(input: unknown, schema: Shape, whole: string): Read<z.infer<Shape>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data, errors: [] };
  return { value: undefined, errors: requestErrors(parsed.error.issues, whole) };
}
