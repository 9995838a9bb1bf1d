import '#contract/no-eval.ts';
import type * as z from 'zod/mini';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';
import { readRefusal } from './refusal.ts';

export interface JsonRequest<Body> {
  /** What the answer must be. An answer without content is read as `undefined`. */
  schema: z.ZodMiniType<Body>;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Milliseconds until the whole answer must be there. */
  timeout?: number;
}

const defaultTimeout = 30_000;

/**
 * Asks the dashboard's own server for JSON and holds the answer against its schema.
 * @throws HttpError for a refusal, NetworkError and TimeoutError where no answer came, ContractError where the
 * answer is not what the schema says, and the signal's own reason where the caller gave up.
 */
export async function requestJson<Body>(path: string, request: JsonRequest<Body>): Promise<Body> {
  const { schema, method = 'GET', body, signal, timeout = defaultTimeout } = request;
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(path, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    if (!response.ok) throw new HttpError(await readRefusal(response));
    return validate(await response.text(), schema, response.headers.get('x-request-id'));
  } catch (error) {
    if (error instanceof HttpError || error instanceof ContractError) throw error;
    if (signal?.aborted) throw error;
    if (deadline.aborted) throw new TimeoutError(timeout, { cause: error });
    throw new NetworkError('The server could not be reached', { cause: error });
  }
}

function validate<Body>(text: string, schema: z.ZodMiniType<Body>, requestId: string | null): Body {
  const result = schema.safeParse(parseJson(text, requestId));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ContractError(issue?.path.join('.') ?? '', issue?.message ?? 'not what was promised', requestId);
}

function parseJson(text: string, requestId: string | null): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ContractError('', 'the body is not JSON', requestId);
  }
}
