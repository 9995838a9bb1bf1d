import type { I18n } from '@lingui/core';

import { describeError } from './describe-error.ts';

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
