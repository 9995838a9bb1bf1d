import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { NoResult } from '#stock/order/line-state.ts';

/** Returns why there is no result, with the service's own message and the request ID if available. */
export function noResultWords({ reason, sentence, requestId }: NoResult, i18n: I18n): string {
  const reasons: Record<NoResult['reason'], string> = {
    'no-connection': t(i18n)`Couldn't connect to the server.`,
    timeout: t(i18n)`The stock service took too long to respond.`,
    'service-error': t(i18n)`The stock service reported an error.`,
    busy: t(i18n)`The stock service asked to wait longer.`,
    refused: t(i18n)`The stock service rejected the request.`,
    'broken-response': t(i18n)`The response doesn't match the API specification.`,
    'other-market': t(i18n)`The stock service responded for another market.`,
    'not-allowed': t(i18n)`Your access token doesn't allow this.`,
    stopped: t(i18n)`Stopped. The service didn't respond.`,
  };
  const said = sentence === undefined ? '' : ` ${sentence}`;
  const request = requestId === null ? '' : ` ${t(i18n)`Request ID ${requestId}`}`;
  return `${reasons[reason]}${said}${request}`;
}
