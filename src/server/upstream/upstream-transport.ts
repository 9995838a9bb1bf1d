import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';

import type { OperationName } from '#stock/contract/operation-list.ts';
import { type BackendProbe, type BackendResponse, textHeaders } from '#server/gateway/stock-backend.ts';

import type { UpstreamLimits } from './upstream-limits.ts';
import type { CallOutcome } from './upstream-observer.ts';

/**
 * HTTP connections to the upstream's origin. Redirects are returned like other responses, never followed.
 * @param baseUrl may have a path, which is prefixed to each request's path
 */
export function upstreamTransport(baseUrl: URL, limits: UpstreamLimits) {
  const prefix = baseUrl.pathname.replace(/\/+$/, '');
  const pool = new Pool(baseUrl.origin, {
    connections: limits.maxConcurrentCalls,
    connect: { timeout: limits.connectTimeout },
    headersTimeout: limits.headersTimeout,
    bodyTimeout: limits.bodyTimeout,
  });
  return {
    /**
     * Sends exactly the given headers and reads the whole response.
     * @throws TransportFailure if no complete response arrives, and the signal's reason if it aborts.
     */
    exchange: async ({
      operation,
      method,
      path,
      headers,
      body,
      signal,
    }: TransportRequest): Promise<BackendResponse> => {
      signal.throwIfAborted();
      try {
        const response = await pool.request({
          method,
          path: prefix + path,
          headers: { accept: 'application/json', 'accept-encoding': 'gzip, br', ...headers },
          body: body ?? null,
          signal,
        });
        const longest = limits.maxResponseBytes[operation ?? 'probe'];
        const maxBytes = response.statusCode < 400 ? longest : Math.min(longest, limits.maxResponseBytes.refusal);
        const content = await bodyOf(response, maxBytes, signal);
        return { status: response.statusCode, headers: textHeaders(response.headers), body: content };
      } catch (error) {
        signal.throwIfAborted();
        throw transportFailure(error);
      }
    },
    /** Resolves when the calls in flight have ended. */
    close: (): Promise<void> => pool.close(),
  };
}

/** Reads the body. An error response with an unreadable body gets an empty one, as its status is enough. */
async function bodyOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const bytes = await readBytes(body, maxBytes);
    const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
    if (coding === 'identity' || bytes.length === 0) return bytes;
    const decode = decoders.get(coding);
    // A body with an encoding that wasn't requested is returned unchanged and fails validation later.
    if (decode === undefined) return statusCode < 400 ? bytes : noBytes;
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (statusCode < 400 || signal.aborted) throw error;
    return noBytes;
  }
}

/** One request to the upstream. */
export interface UpstreamRequest extends Omit<BackendProbe, 'signal'> {
  operation: OperationName;
  /** Digest of the credentials. */
  credentialKey: string;
  /** Header values that must not appear in the response. */
  secrets: readonly string[];
}

/** A request to one of the four operations, or a probe. */
type TransportRequest = BackendProbe & { operation?: OperationName };

/** @throws TransportFailure `too-large` as soon as the limit is exceeded, without reading the rest. */
async function readBytes(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) throw new TransportFailure('too-large');
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

const noBytes = Buffer.alloc(0);

/** The requested encodings, and others that servers send anyway. */
const decoders = new Map([
  ['gzip', promisify(gunzip) as Decode],
  ['x-gzip', promisify(gunzip) as Decode],
  ['br', promisify(brotliDecompress) as Decode],
  ['deflate', promisify(inflate) as Decode],
]);

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

type Reason = Extract<CallOutcome, { kind: 'failed' }>['reason'];

/** A call that ended without a complete response. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly reason: Reason;
  /** Whether the request's deadline ended the call before its own timeout, such as after queuing for long. */
  hitDeadline = false;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(`The upstream call failed: ${reason}`, options);
    this.reason = reason;
  }
}

/** Converts a deadline's TimeoutError to a TransportFailure; returns other errors unchanged. */
export function failureOf(error: unknown): unknown {
  const isDeadline = error instanceof DOMException && error.name === 'TimeoutError';
  return isDeadline ? new TransportFailure('timeout', { cause: error }) : error;
}

const reasons: Partial<Record<string, Reason>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  ERR_BUFFER_TOO_LARGE: 'too-large',
  UND_ERR_SOCKET: 'broken-off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'broken-off',
  ECONNRESET: 'broken-off',
  EPIPE: 'broken-off',
  Z_BUF_ERROR: 'broken-off',
  Z_DATA_ERROR: 'broken-off',
};

/** Converts any error of a call to a TransportFailure; a failed connection is `unreachable`. */
function transportFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  // Each Brotli error has its own code.
  const isBroken = isParserError || /^ERR_(?:BROTLI_|_ERROR_)/.test(code);
  return new TransportFailure(reasons[code] ?? (isBroken ? 'broken-off' : 'unreachable'), { cause: error });
}
