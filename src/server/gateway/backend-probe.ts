import { requestIdHeader } from '#contract/headers.ts';
import { probeHeaders } from '#server/conformance/probe-headers.ts';
import { ProbeFailure, type SendProbe } from '#server/conformance/probe.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import type { Credentials } from './credentials.ts';
import type { StockBackend } from './stock-backend.ts';

/** Sends the requests of a contract check through a backend, all under the id of the request that asked for it. */
export function backendProbe(
  backend: Pick<StockBackend, 'probe'>,
  credentials: Credentials,
  requestId: string,
): SendProbe {
  return async (request, signal) => {
    try {
      const { status, headers, body } = await backend.probe({
        method: request.method,
        path: request.path,
        headers: { ...probeHeaders(request, credentials), [requestIdHeader]: requestId },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        signal,
      });
      return { status, headers: textHeaders(headers), body: body.toString('utf8') };
    } catch (error) {
      signal.throwIfAborted();
      throw new ProbeFailure(error instanceof ServiceProblem ? error.message : sentenceOf(error), { cause: error });
    }
  };
}

/** A failure on the way carries a word for its kind; everything else about it is for the log. */
function sentenceOf(error: unknown): string {
  const { reason } = error as { reason?: unknown };
  return typeof reason === 'string' ? `The service gave no answer (${reason}).` : 'The service gave no answer.';
}

function textHeaders(headers: Record<string, string | string[] | number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );
}
