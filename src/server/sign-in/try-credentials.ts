import { apiVersionHeader, requestIdHeader, supportedApiVersion } from '#stock/contract/headers.ts';
import { parseJson } from '#stock/parse-json.ts';
import { readRetryAfter } from '#stock/retry-after.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import {
  type BackendResponse,
  type Credentials,
  serviceHeaders,
  type StockBackend,
} from '#server/gateway/stock-backend.ts';

/** One product's calendar (§4.4): allowed for every account and cheap for the service. */
const path = '/stock/calendar?page=1&pageSize=1&filter=productid.eq.1&includeMaxLeadTime=false';

/** Timeout in milliseconds. */
const timeout = 15_000;

/**
 * Verifies credentials at sign-in with one request. A response that would be the same without credentials proves
 * nothing, so such a service can't verify them.
 * @returns whether the service rejects requests without credentials; otherwise it has verified none
 * @throws ServiceProblem `unauthorized` or `rejected-credentials` if the service rejects them, and `unavailable` if
 *   that can't be determined, so that correct credentials aren't reported as wrong.
 */
export async function tryCredentials(
  backend: Pick<StockBackend, 'probe'>,
  credentials: Credentials,
  requestId: string,
): Promise<{ isChecked: boolean }> {
  const { status, headers, body } = await probe(backend, serviceHeaders({ credentials, requestId, body: undefined }));
  const anonymous = { [apiVersionHeader]: supportedApiVersion, [requestIdHeader]: requestId };
  if (status >= 200 && status < 300) {
    // Whatever this response is, the credentials are as good as any.
    if (isJson(body)) return { isChecked: await probe(backend, anonymous).then(isNoStock, () => true) };
    throw unverifiable(`The stock service responded with ${status}, but not in JSON. Check STOCK_UPSTREAM_URL`);
  }
  if (isRefusal(status))
    throw new ServiceProblem(
      status === 403 ? 'rejected-credentials' : 'unauthorized',
      `The stock service rejected this access token and subscription key (status ${status}).`,
    );
  if (status === 429 || status >= 500)
    throw unverifiable(
      `The stock service responded with ${status}`,
      readRetryAfter(headers['retry-after'], headers['date'], Date.now()),
    );
  if (isRefusal((await probe(backend, anonymous)).status)) return { isChecked: true };
  throw unverifiable(
    `The stock service responded with ${status}, with and without credentials. Check STOCK_UPSTREAM_URL`,
  );
}

async function probe(backend: Pick<StockBackend, 'probe'>, headers: Record<string, string>): Promise<BackendResponse> {
  try {
    return await backend.probe({
      method: 'GET',
      path,
      headers,
      body: undefined,
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    throw unverifiable("Can't connect to the stock service");
  }
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** Whether a response to a request without credentials contains no stock. */
function isNoStock({ status, body }: BackendResponse): boolean {
  return status < 200 || status >= 300 || !isJson(body);
}

function unverifiable(reason: string, retryAfter: number | null = null): ServiceProblem {
  return new ServiceProblem('unavailable', `${reason}. Your credentials couldn't be verified. Try again in a moment.`, {
    ...(retryAfter !== null && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}

/** An HTML page may be another system's sign-in, or a site that answers everything with 200. */
function isJson(body: Buffer): boolean {
  return typeof parseJson(new TextDecoder().decode(body)) === 'object';
}
