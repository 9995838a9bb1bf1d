import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { requestIdHeader } from '#contract/headers.ts';
import { type Problem, problemKinds, problemType } from '#contract/problem.ts';
import { requestError } from '#contract/requests.ts';

/** How long address and headers may be: a filter of 1,000 ids, percent-encoded, and a token of some size fit in. */
export const longestHeadBytes = 65_536;

/**
 * For Fastify's option `clientErrorHandler`: answers what is not HTTP, and so never becomes a request, as a
 * problem, and closes the connection.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = randomUUID();
  const problem = { ...whatIsWrong(error.code), instance: '/', requestId };
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `${requestIdHeader}: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function whatIsWrong(code: string | undefined): Omit<Problem, 'instance'> {
  switch (code ?? '') {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return plain(408, 'The request did not arrive in time; send it again.');
    case 'HPE_HEADER_OVERFLOW':
      return plain(431, 'The address and the headers are longer than 64 KiB; filter for fewer products at a time.');
    default: {
      const error = requestError(
        'request',
        'must be HTTP/1.1, its address in ASCII with everything else percent-encoded',
      );
      const { title, status } = problemKinds['bad-request'];
      return { type: problemType('bad-request'), title, status, detail: error.message, errors: [error] };
    }
  }
}

/** A problem that says no more than its status does (RFC 9457, 4.2.1). */
function plain(status: number, detail: string): Omit<Problem, 'instance'> {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail };
}
