import { Ajv } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import type { ProblemError } from '#stock/contract/problem.ts';
import { requestError, requestErrors, shortName } from '#stock/contract/requests.ts';

import { ServiceProblem } from './service-problem.ts';

/** A parsed part of a request: its value, or all of its errors. */
type Parsed<Value> = { value: Value; errors: [] } | { value: undefined; errors: ProblemError[] };

/** Parses the query of a request target; rejects each parameter that `schema` doesn't define. */
export function readQuery<Shape extends z.ZodMiniObject>(target: string, schema: Shape): Parsed<z.infer<Shape>> {
  return readParameters(target, Object.keys(schema.shape), (parameters) => read(parameters, schema, 'query'));
}

function readParameters<Value>(
  target: string,
  known: readonly string[],
  readTexts: (parameters: Record<string, string>) => Parsed<Value>,
): Parsed<Value> {
  const { parameters, errors } = parseQuery(target, known);
  const result = readTexts(parameters);
  if (errors.length === 0) return result;
  const named = new Set(errors.map((error) => error.path));
  return { value: undefined, errors: [...errors, ...result.errors.filter((error) => !named.has(error.path))] };
}

/** Validates a parsed JSON body. */
export function readBody<Shape extends z.ZodMiniObject>(body: unknown, schema: Shape): Parsed<z.infer<Shape>> {
  return read(body, schema, 'body');
}

/**
 * Creates a faster {@link readBody}. A compiled schema accepts valid bodies unchanged; only invalid bodies go through
 * the schema itself, for its error messages.
 */
export function bodyReader<Shape extends z.ZodMiniObject>(schema: Shape): (body: unknown) => Parsed<z.infer<Shape>> {
  const accepts = new Ajv().compile(z.toJSONSchema(schema, { target: 'draft-7' }));
  return (body) => (accepts(body) ? { value: body as z.infer<Shape>, errors: [] } : readBody(body, schema));
}

/** Creates a parser of the path parameters that the router decoded. */
export function pathReader<Shape extends z.ZodMiniObject>(schema: Shape): (params: unknown) => Parsed<z.infer<Shape>> {
  return textReader(schema, 'path');
}

/** Creates a faster {@link readQuery}. */
export function queryReader<Shape extends z.ZodMiniObject>(schema: Shape): (target: string) => Parsed<z.infer<Shape>> {
  const known = Object.keys(schema.shape);
  const readTexts = textReader(schema, 'query');
  return (target) => readParameters(target, known, readTexts);
}

/**
 * Valid texts pass two compiled schemas: one of the texts, one of the converted values. Only invalid texts go through
 * the schema itself, for its error messages.
 */
function textReader<Shape extends z.ZodMiniObject>(
  schema: Shape,
  whole: string,
): (texts: unknown) => Parsed<z.infer<Shape>> {
  const acceptsTexts = new Ajv().compile(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }));
  // With strict numbers, Ajv would not check the bounds of digits that overflow to infinity.
  const coercing = new Ajv({ coerceTypes: true, useDefaults: true, strictNumbers: false });
  const convert = coercing.compile(z.toJSONSchema(schema, { target: 'draft-7' }));
  return (texts) => {
    const value = { ...(texts as object) };
    return acceptsTexts(texts) && convert(value)
      ? { value: value as z.infer<Shape>, errors: [] }
      : read(texts, schema, whole);
  };
}

/**
 * Returns the values of all parts of a request.
 * @throws ServiceProblem `bad-request` with the errors of all parts
 */
export function allOf<Parts extends Record<string, Parsed<unknown>>>(
  parts: Parts,
): { [Name in keyof Parts]: Exclude<Parts[Name]['value'], undefined> } {
  const values: Record<string, unknown> = {};
  const errors: ProblemError[] = [];
  for (const [name, part] of Object.entries(parts)) {
    values[name] = part.value;
    errors.push(...part.errors);
  }
  if (errors.length > 0) throw badRequest(errors);
  return values as never;
}

/** Creates the problem for these errors. */
export function badRequest(errors: ProblemError[]): ServiceProblem {
  const [first] = errors;
  const more = errors.length === 1 ? '' : ` (${errors.length} errors in all)`;
  return new ServiceProblem('bad-request', `${first?.message ?? 'The request is invalid.'}${more}`, { errors });
}

function read<Shape extends z.ZodMiniObject>(input: unknown, schema: Shape, whole: string): Parsed<z.infer<Shape>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data, errors: [] };
  return { value: undefined, errors: requestErrors(parsed.error.issues, whole) };
}

/**
 * Parses the query of a request target strictly: each parameter once, with a known name and valid percent-encoding.
 * A `+` is a plus sign. Values are decoded but not validated; that is up to a schema.
 */
export function parseQuery(
  target: string,
  known: readonly string[],
): { parameters: Record<string, string>; errors: ProblemError[] } {
  const parameters: Record<string, string> = {};
  const errors = new Map<string, ProblemError>();
  const refuse = (name: string, rule: string) => {
    const path = shortName(name);
    if (!errors.has(path)) errors.set(path, requestError(path, rule));
  };
  for (const part of partsOf(target)) {
    const end = part.includes('=') ? part.indexOf('=') : part.length;
    const rawName = part.slice(0, end);
    const name = decoded(rawName);
    const value = decoded(part.slice(end + 1));
    if (name === undefined) refuse(rawName, 'must be percent-encoded UTF-8');
    else if (name === '') refuse('query', 'must not have a parameter without a name');
    else if (!known.includes(name)) errors.set(shortName(name), unknownParameter(name, known));
    else if (Object.hasOwn(parameters, name)) refuse(name, 'must be given once');
    else if (value === undefined) refuse(name, 'must be percent-encoded UTF-8');
    else parameters[name] = value;
  }
  return { parameters, errors: [...errors.values()] };
}

/** For the router, `#` ends the path. What follows it counts as query too, and is rejected there. */
function partsOf(target: string): string[] {
  const at = target.search(/[?#]/);
  const query = at === -1 ? '' : target.slice(at + 1);
  return query === '' ? [] : query.split('&');
}

function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function unknownParameter(name: string, known: readonly string[]): ProblemError {
  const path = shortName(name);
  return { path, message: `Unknown parameter ${path}. Allowed: ${known.length === 0 ? 'none' : known.join(', ')}.` };
}

/** Passes bodies of up to `limit` bytes to the operations unparsed; each operation parses or ignores them. */
export function parseBodiesAsBytes(service: FastifyInstance, limit: number): void {
  service.removeAllContentTypeParsers();
  service.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limit },
    async (_request: unknown, body: Buffer) => body,
  );
  // Fastify would reject a malformed content type even for operations that ignore the body.
  service.addHook('preParsing', (request, _reply, _payload, done) => {
    delete request.headers['content-type'];
    done();
  });
}

/**
 * Requires a JSON body without content encoding, before it is read.
 * @throws ServiceProblem `unsupported-media-type`
 */
export async function requireJson(request: FastifyRequest): Promise<void> {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (!/^application\/json[\t ]*(?:;[\t ]*charset="?utf-8"?[\t ]*)?$/i.test(type ?? ''))
    throw new ServiceProblem('unsupported-media-type', 'The Content-Type header must be application/json, in UTF-8.');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ServiceProblem('unsupported-media-type', 'The body must be sent without a Content-Encoding.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body.
 * @throws ServiceProblem `bad-request` if it isn't JSON in UTF-8
 */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body instanceof Uint8Array ? body : undefined));
  } catch {
    throw badRequest([requestError('body', 'must be valid JSON in UTF-8')]);
  }
}
