import { Ajv } from 'ajv';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import type { ProblemError } from '#contract/problem.ts';
import { requestError, requestErrors, shortName } from '#contract/requests.ts';

import { ServiceProblem } from './service-problem.ts';

/** A part of a request after reading: its value, or everything that is wrong with it. */
type Read<Value> = { value: Value; errors: [] } | { value: undefined; errors: ProblemError[] };

/** The parameters of the query in a request target; ones that `schema` doesn't have are refused by name. */
export function readQuery<Shape extends z.ZodMiniObject>(target: string, schema: Shape): Read<z.infer<Shape>> {
  return readParameters(target, Object.keys(schema.shape), (parameters) => read(parameters, schema, 'query'));
}

function readParameters<Value>(
  target: string,
  known: readonly string[],
  readTexts: (parameters: Record<string, string>) => Read<Value>,
): Read<Value> {
  const { parameters, errors } = parseQuery(target, known);
  const result = readTexts(parameters);
  if (errors.length === 0) return result;
  const named = new Set(errors.map((error) => error.path));
  return { value: undefined, errors: [...errors, ...result.errors.filter((error) => !named.has(error.path))] };
}

/** A body of JSON. */
export function readBody<Shape extends z.ZodMiniObject>(body: unknown, schema: Shape): Read<z.infer<Shape>> {
  return read(body, schema, 'body');
}

/**
 * Reads bodies of JSON as {@link readBody} does, at a fraction of the cost: good ones pass by a compiled form of the
 * schema, as they are, and only others are explained by the schema itself.
 */
export function bodyReader<Shape extends z.ZodMiniObject>(schema: Shape): (body: unknown) => Read<z.infer<Shape>> {
  const accepts = new Ajv().compile(z.toJSONSchema(schema, { target: 'draft-7' }));
  return (body) => (accepts(body) ? { value: body as z.infer<Shape>, errors: [] } : readBody(body, schema));
}

/** Reads the parameters of a path, as the router has decoded them. */
export function pathReader<Shape extends z.ZodMiniObject>(schema: Shape): (params: unknown) => Read<z.infer<Shape>> {
  return textReader(schema, 'path');
}

/** Reads a query as {@link readQuery} does, at a fraction of the cost. */
export function queryReader<Shape extends z.ZodMiniObject>(schema: Shape): (target: string) => Read<z.infer<Shape>> {
  const known = Object.keys(schema.shape);
  const readTexts = textReader(schema, 'query');
  return (target) => readParameters(target, known, readTexts);
}

/**
 * Good texts pass by two compiled forms of the schema, of what may be written and of what it stands for; only others are
 * explained by the schema itself.
 */
function textReader<Shape extends z.ZodMiniObject>(
  schema: Shape,
  whole: string,
): (texts: unknown) => Read<z.infer<Shape>> {
  const acceptsTexts = new Ajv().compile(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }));
  // Strict, it would hold none of the bounds against digits that are infinite as a number.
  const converting = new Ajv({ coerceTypes: true, useDefaults: true, strictNumbers: false });
  const convert = converting.compile(z.toJSONSchema(schema, { target: 'draft-7' }));
  return (texts) => {
    const value = { ...(texts as object) };
    return acceptsTexts(texts) && convert(value)
      ? { value: value as z.infer<Shape>, errors: [] }
      : read(texts, schema, whole);
  };
}

/**
 * The values of all parts of a request.
 * @throws ServiceProblem `bad-request` that lists what is wrong with any of them.
 */
export function allOf<Parts extends Record<string, Read<unknown>>>(
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

/** The refusal of a request for these errors. */
export function badRequest(errors: ProblemError[]): ServiceProblem {
  const [first] = errors;
  const more = errors.length === 1 ? '' : ` (${errors.length} errors in all)`;
  return new ServiceProblem('bad-request', `${first?.message ?? 'The request is invalid.'}${more}`, { errors });
}

function read<Shape extends z.ZodMiniObject>(input: unknown, schema: Shape, whole: string): Read<z.infer<Shape>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data, errors: [] };
  return { value: undefined, errors: requestErrors(parsed.error.issues, whole) };
}

/**
 * The query of a request target, read strictly: each parameter once, by a known name, in good percent-encoding.
 * A `+` is a plus sign. Values are as they were written; whether they are right is for a schema to say.
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

/** A `#` ends the path for the router, so what follows one counts as query too and is refused there. */
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

/** Only bytes arrive at the operations, up to `limit` of them; each knows what to make of them, if anything. */
export function takeBodiesAsBytes(service: FastifyInstance, limit: number): void {
  service.removeAllContentTypeParsers();
  service.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limit },
    async (_request: unknown, body: Buffer) => body,
  );
  // Fastify refuses a malformed content type before any parser, also where the body is to be ignored.
  service.addHook('preParsing', (request, _reply, _payload, done) => {
    delete request.headers['content-type'];
    done();
  });
}

/**
 * Holds a request to a body of JSON without encoding, before it is read.
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
 * The JSON value of a body.
 * @throws ServiceProblem `bad-request` where it is none.
 */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body instanceof Uint8Array ? body : undefined));
  } catch {
    throw badRequest([requestError('body', 'must be valid JSON in UTF-8')]);
  }
}
