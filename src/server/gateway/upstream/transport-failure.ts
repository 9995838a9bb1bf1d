import type { CallOutcome } from './upstream-observer.ts';

type Reason = Extract<CallOutcome, { kind: 'failed' }>['reason'];

/** A call ended without a whole answer. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(`The upstream call failed: ${reason}`, options);
    this.reason = reason;
  }
}

const reasons: Partial<Record<string, Reason>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
  ERR_BUFFER_TOO_LARGE: 'too-large',
  UND_ERR_SOCKET: 'broken-off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'broken-off',
  ECONNRESET: 'broken-off',
  EPIPE: 'broken-off',
  Z_BUF_ERROR: 'broken-off',
  Z_DATA_ERROR: 'broken-off',
};

/** What was thrown by a call as a failure; a connection that never stood is `unreachable`. */
export function transportFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  // Each way in which Brotli can be broken has a code of its own.
  const isBroken = isParserError || /^ERR_(?:BROTLI_|_ERROR_)/.test(code);
  return new TransportFailure(reasons[code] ?? (isBroken ? 'broken-off' : 'unreachable'), { cause: error });
}
