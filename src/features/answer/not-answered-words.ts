import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { NotAnswered } from '#domain/order/line-state.ts';

/** Why no answer came, with the service's own sentence and the id to quote where it gave them. */
export function notAnsweredWords({ reason, sentence, requestId }: NotAnswered, i18n: I18n): string {
  const reasons: Record<NotAnswered['reason'], string> = {
    'no-connection': t(i18n)`The server could not be reached.`,
    timeout: t(i18n)`The service took too long.`,
    'service-error': t(i18n)`The service failed.`,
    busy: t(i18n)`The service asked for a longer pause.`,
    refused: t(i18n)`The service refused the question.`,
    'broken-answer': t(i18n)`The answer was not what the service's contract says.`,
    'not-allowed': t(i18n)`Your access token does not cover this.`,
    stopped: t(i18n)`Asking was stopped, because nothing was answered.`,
  };
  const said = sentence === undefined ? '' : ` ${sentence}`;
  const request = requestId === null ? '' : ` ${t(i18n)`Request ${requestId}.`}`;
  return `${reasons[reason]}${said}${request}`;
}
