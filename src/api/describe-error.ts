import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { problemCode } from '#contract/problem.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';

/** A failure in words for the person. */
export interface ErrorDescription {
  title: string;
  /** One sentence: what happened, and what would help. */
  detail: string;
  /** Whether asking again without a change can help. */
  canRetry: boolean;
  /** HTTP's; null where no answer came. */
  status: number | null;
  requestId: string | null;
  /** The id that the service behind the gateway gave its answer, where it is another. */
  upstreamRequestId: string | null;
}

type Words = Omit<ErrorDescription, 'status' | 'requestId' | 'upstreamRequestId'>;

/** Turns whatever was thrown into words in the person's language. Never throws. */
export function describeError(error: unknown, i18n: I18n): ErrorDescription {
  const words = error instanceof HttpError ? describeRefusal(error, i18n) : describeFailure(error, i18n);
  const isAnswer = error instanceof HttpError || error instanceof ContractError;
  return {
    ...words,
    status: isAnswer ? error.status : null,
    requestId: isAnswer ? error.requestId : null,
    upstreamRequestId: (error instanceof HttpError && error.problem?.upstreamRequestId) || null,
  };
}

function describeFailure(error: unknown, i18n: I18n): Words {
  if (error instanceof ContractError) {
    return {
      title: t(i18n)`The service answered, but not as agreed`,
      detail: t(i18n)`Its answer departs from the contract (${error.message}). Nothing of it is shown.`,
      canRetry: true,
    };
  }
  if (error instanceof TimeoutError) {
    return {
      title: t(i18n)`No answer in time`,
      detail: t(i18n)`The service took longer than ${error.milliseconds / 1000} seconds. Try again.`,
      canRetry: true,
    };
  }
  if (error instanceof NetworkError) {
    return {
      title: t(i18n)`The server cannot be reached`,
      detail: t(i18n)`Check that Stock Horizon is running and that you are connected, then try again.`,
      canRetry: true,
    };
  }
  return {
    title: t(i18n)`Something went wrong here`,
    detail: t(i18n)`This screen met something it did not expect. Try again, or reload the page.`,
    canRetry: true,
  };
}

function describeRefusal(error: HttpError, i18n: I18n): Words {
  const code = error.problem ? problemCode(error.problem.type) : undefined;
  if (code === 'unknown-product') {
    return {
      title: t(i18n)`Unknown product`,
      detail: t(i18n)`The service knows no such product in your market. Check the product id.`,
      canRetry: false,
    };
  }
  if (code === 'quantity-not-available') {
    return {
      title: t(i18n)`Not available in this quantity`,
      detail: t(i18n)`No date in the calendar covers the whole quantity, and the product has no max lead time.`,
      canRetry: false,
    };
  }
  if (code === 'upstream-unreachable') {
    return {
      title: t(i18n)`The stock service cannot be reached`,
      detail: t(i18n)`Stock Horizon runs, but the service behind it gave no whole answer. Try again in a moment.`,
      canRetry: true,
    };
  }
  if (code === 'upstream-timeout') {
    return {
      title: t(i18n)`No answer in time`,
      detail: t(i18n)`Stock Horizon runs, but the service behind it took too long. Try again in a moment.`,
      canRetry: true,
    };
  }
  if (code === 'upstream-resting') {
    return {
      title: t(i18n)`The stock service is left alone for a moment`,
      detail: t(i18n)`It keeps failing. It is asked again at ${timeOf(error.problem?.asksAgainAt, i18n)}.`,
      canRetry: true,
    };
  }
  return describeStatus(error, i18n);
}

function timeOf(moment: string | undefined, i18n: I18n): string {
  return i18n.date(new Date(moment ?? Date.now()), { timeStyle: 'medium' });
}

function describeStatus(error: HttpError, i18n: I18n): Words {
  const { status, sentence } = error;
  if (status === 401) {
    return {
      title: t(i18n)`You are signed out`,
      detail: t(i18n)`Sign in, and this is asked again.`,
      canRetry: true,
    };
  }
  if (status === 403) {
    return {
      title: t(i18n)`Not allowed`,
      detail: sentence ?? t(i18n)`Your access token does not cover this. Sign in with another one.`,
      canRetry: false,
    };
  }
  if (status === 404) {
    return {
      title: t(i18n)`Not found`,
      detail: sentence ?? t(i18n)`The service has nothing under this address.`,
      canRetry: false,
    };
  }
  if (status === 429) {
    return {
      title: t(i18n)`Too many questions at once`,
      detail:
        error.retryAfter === null
          ? t(i18n)`The service asks for a pause. Try again in a moment.`
          : t(i18n)`The service asks for a pause. Try again in ${error.retryAfter} seconds.`,
      canRetry: true,
    };
  }
  if (status >= 500) {
    return {
      title: t(i18n)`The service has a problem`,
      detail: sentence ?? t(i18n)`The service answered with status ${status}. Try again in a moment.`,
      canRetry: true,
    };
  }
  return {
    title: t(i18n)`The service refused the question`,
    detail: sentence ?? t(i18n)`The service answered with status ${status} and gave no reason.`,
    canRetry: false,
  };
}

/** A failure in one line, for where there is room for no more: the sentence, HTTP's status and the request ids. */
export function errorSentence(error: unknown, i18n: I18n): string {
  const { detail, status, requestId, upstreamRequestId } = describeError(error, i18n);
  const label = [
    status !== null && `HTTP ${status}`,
    requestId !== null && `X-Request-Id: ${requestId}`,
    upstreamRequestId !== null && `Upstream-Request-Id: ${upstreamRequestId}`,
  ].filter((part) => part !== false);
  return label.length === 0 ? detail : `${detail} (${label.join(', ')})`;
}
