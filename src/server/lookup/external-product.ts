import type { ProductId } from '#stock/contract/product-id.ts';
import { reconcile } from '#stock/order/reconcile.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import type { UpstreamBackend } from '#server/upstream/upstream-backend.ts';
import { marketCodes } from '#server/sign-in/upstream-identity.ts';
import { printProblem, problemMediaType, ServiceProblem } from '#server/service/service-problem.ts';

import { CallFailed, failureOf } from './call-failure.ts';
import { otherMarket, type ServiceCalls, serviceCalls } from './service-calls.ts';
import type { Caller, FailedPart, ProductStock, StockRequest } from './stock-lookup.ts';

interface Clock {
  today: () => CalendarDate;
  /** Unix milliseconds. */
  now: () => number;
}

/** Looks up one product of an external service; see `StockLookup.product`. */
export async function lookUpProduct(
  backend: Pick<UpstreamBackend, 'send'>,
  { productId, quantity }: { productId: ProductId; quantity: Thousandths | null },
  caller: Caller,
  signal: AbortSignal,
  { today, now }: Clock,
): Promise<Omit<ProductStock, 'dataVersion'>> {
  const calls = serviceCalls(backend, caller, now);
  const { requestId } = caller;
  const day = today();
  const [calendar, result] = await Promise.all([
    calls.calendar(productId, signal).catch((error: unknown) => {
      const part = partOf(error, requestId);
      return part.kind === 'unknown-product' ? { kind: part.kind } : asFailed(error, requestId);
    }),
    quantity === null
      ? null
      : resultOf(calls, { productId, quantity }, signal, { day, caller }).catch((error: unknown) =>
          partOf(error, requestId),
        ),
  ]);
  return { today: day, calendar, result };
}

async function resultOf(
  calls: ServiceCalls,
  request: StockRequest,
  signal: AbortSignal,
  { day, caller: { credentials, requestId } }: { day: CalendarDate; caller: Caller },
): Promise<NonNullable<ProductStock['result']>> {
  const { data, receivedAt, isStale } = await calls.items([request], true, signal);
  const market = marketCodes(credentials.token);
  const [result] = reconcile([request], data.items, { today: day, checkedAt: receivedAt, market });
  if (result?.kind === 'result') return { ...result, isStale };
  if (result?.finding.kind === 'other-market') return failedBy(otherMarket(market), requestId);
  // The backend has matched the response with the request already.
  return failedBy(new ServiceProblem('contract-broken', 'Unexpected response from the stock service.'), requestId);
}

/** What a failed call says about its product. Throws errors that aren't about the service, or require a sign-in. */
function partOf(
  error: unknown,
  requestId: string,
): FailedPart | Exclude<NonNullable<ProductStock['result']>, { kind: 'result' }> {
  const failure = failureOf(error);
  if (failure.kind === 'signed-out') throw failure.problem;
  if (failure.kind === 'named') return { kind: failure.unknown.size > 0 ? 'unknown-product' : 'not-available' };
  const failed = asFailed(error, requestId);
  return failure.kind === 'refused' && failed.response.status === 404 ? { ...failed, kind: 'refused' } : failed;
}

function asFailed(error: unknown, requestId: string): FailedPart {
  if (!(error instanceof CallFailed)) throw error;
  return error.response === null ? failedBy(error.problem, requestId) : { kind: 'failed', response: error.response };
}

function failedBy(problem: ServiceProblem, requestId: string): FailedPart {
  const { status, text } = printProblem(problem, '/stock', requestId);
  return {
    kind: 'failed',
    response: { status, headers: { 'content-type': problemMediaType }, body: Buffer.from(text) },
  };
}
