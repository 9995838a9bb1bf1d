import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { problemCode } from '#stock/contract/problem-codes.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

/** An error message for the user. */
export interface ErrorDescription {
  title: string;
  /** One sentence: what happened and what to do. */
  detail: string;
  /** Whether a retry may help. */
  canRetry: boolean;
  /** HTTP status; null without a response. */
  status: number | null;
  requestId: string | null;
  /** The upstream service's own request ID, if different. */
  upstreamRequestId: string | null;
}

/** Title, detail and whether a retry may help. */
type Words = [title: string, detail: string, canRetry?: boolean];

/** Describes any error in the user's language. Never throws. */
export function describeError(error: unknown, i18n: I18n): ErrorDescription {
  const [title, detail, canRetry = true] = error instanceof HttpError ? refusal(error, i18n) : failure(error, i18n);
  const isResponse = error instanceof HttpError || error instanceof ContractError;
  return {
    title,
    detail,
    canRetry,
    status: isResponse ? error.status : null,
    requestId: isResponse ? error.requestId : null,
    upstreamRequestId: (error instanceof HttpError && error.problem?.upstreamRequestId) || null,
  };
}

function failure(error: unknown, i18n: I18n): Words {
  if (error instanceof ContractError) {
    return [
      t(i18n)`Unexpected response from the stock service`,
      t(i18n)`The response doesn't match the API specification (${error.message}). It isn't shown.`,
    ];
  }
  if (error instanceof TimeoutError)
    return [t(i18n)`Timed out`, t(i18n)`No response within ${error.milliseconds / 1000} seconds. Try again.`];
  if (error instanceof NetworkError)
    return [t(i18n)`Can't connect to the server`, t(i18n)`Check your connection and try again.`];
  return [t(i18n)`Something went wrong`, t(i18n)`Try again, or reload the page.`];
}

function refusal(error: HttpError, i18n: I18n): Words {
  const { problem, status, sentence, retryAfter } = error;
  const code = problem ? problemCode(problem.type) : undefined;
  if (code === 'unknown-product') {
    const detail = t(i18n)`This product doesn't exist in your market. Check the product ID.`;
    return [t(i18n)`Unknown product`, detail, false];
  }
  if (code === 'quantity-not-available') {
    const detail = t(i18n)`Not available: the quantity exceeds stock, and there is no max lead time.`;
    return [t(i18n)`Quantity not available`, detail, false];
  }
  if (code === 'other-market') {
    const detail = t(
      i18n,
    )`The stock service responded for another market, which isn't shown. Contact your administrator.`;
    return [t(i18n)`Response for another market`, detail];
  }
  if (code === 'upstream-unreachable') {
    const detail = t(i18n)`The stock service returned an incomplete response. Try again.`;
    return [t(i18n)`Can't connect to the stock service`, detail];
  }
  if (code === 'upstream-timeout')
    return [t(i18n)`Timed out`, t(i18n)`The stock service took too long to respond. Try again.`];
  if (code === 'upstream-resting') {
    const nextAttempt = i18n.date(new Date(problem?.nextAttemptAt ?? Date.now()), { timeStyle: 'medium' });
    return [t(i18n)`The stock service is paused`, t(i18n)`Repeated errors. Next attempt at ${nextAttempt}.`];
  }
  if (code === 'damaged-store') {
    const detail = t(
      i18n,
    )`The stored data is damaged and is not served. Ask your administrator to restore or import it.`;
    return [t(i18n)`The stock service reported an error`, detail];
  }
  if (code === 'damaged-document') {
    const detail = t(i18n)`It can't be decrypted. Ask your administrator to restore it, or delete it.`;
    return [t(i18n)`Damaged`, detail, false];
  }
  if (code === 'unreadable-store') {
    const detail = t(i18n)`The data can't be read at the moment. Try again in a few seconds.`;
    return [t(i18n)`The stock service reported an error`, detail];
  }
  if (code === 'no-stock-data')
    return [t(i18n)`No stock data imported`, t(i18n)`Ask your administrator to import a stock file.`];
  if (code === 'version-conflict')
    return [t(i18n)`Changed elsewhere`, t(i18n)`Another tab or device changed this in the meantime. Try again.`];
  if (code === 'limit-reached') {
    const detail = t(i18n)`You have saved as much as one user can. Delete what you no longer need.`;
    return [t(i18n)`Limit reached`, detail, false];
  }
  if (status === 401) return [t(i18n)`You're signed out`, t(i18n)`Sign in to continue.`];
  if (status === 403) {
    const detail = sentence ?? t(i18n)`Your access token doesn't allow this. Sign in with another token.`;
    return [t(i18n)`Access denied`, detail, false];
  }
  if (status === 404) return [t(i18n)`Not found`, sentence ?? t(i18n)`Address not found.`, false];
  if (status === 429) {
    const detail =
      retryAfter === null
        ? t(i18n)`The stock service is busy. Try again in a moment.`
        : t(i18n)`The stock service is busy. Try again in ${retryAfter} seconds.`;
    return [t(i18n)`Too many requests`, detail];
  }
  if (status >= 500) {
    const detail = sentence ?? t(i18n)`The stock service returned status ${status}. Try again.`;
    return [t(i18n)`The stock service reported an error`, detail];
  }
  const detail = sentence ?? t(i18n)`The stock service returned status ${status} without a reason.`;
  return [t(i18n)`Request rejected`, detail, false];
}

/** An error in one line: the sentence, the HTTP status and the request IDs. */
export function errorSentence(error: unknown, i18n: I18n): string {
  const { detail, status, requestId, upstreamRequestId } = describeError(error, i18n);
  const label = [
    status !== null && `HTTP ${status}`,
    requestId !== null && `X-Request-Id: ${requestId}`,
    upstreamRequestId !== null && `Upstream-Request-Id: ${upstreamRequestId}`,
  ].filter((part) => part !== false);
  return label.length === 0 ? detail : `${detail} (${label.join(', ')})`;
}
