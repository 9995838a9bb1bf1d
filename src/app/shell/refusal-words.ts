import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { CompanyRefusalReason } from '#contract/gateway.ts';

/** Why the company's sign-in let nobody in, and what would help. */
export function refusalWords(reason: CompanyRefusalReason, i18n: I18n): string {
  const words: Record<CompanyRefusalReason, string> = {
    cancelled: t(i18n)`The company sign-in was called off, so nobody is signed in.`,
    'not-allowed': t(
      i18n,
    )`Your company knows you, but you are not among those who may come in here. Ask whoever runs this server.`,
    expired: t(i18n)`The company sign-in took more than ten minutes, or was begun in another window. Begin it again.`,
    unavailable: t(i18n)`Your company’s sign-in cannot be used at the moment. Try again in a few minutes.`,
    'not-trusted': t(
      i18n,
    )`What your company’s sign-in answered could not be trusted, so nobody is signed in. Try again; if it stays so, tell whoever runs this server.`,
  };
  return words[reason];
}
