import { type Messages, type I18n, setupI18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { createContext, use, useCallback } from 'react';

import type { Language } from './language.ts';

/** Loads the messages of a language. */
export const CatalogContext = createContext<(language: Language) => Promise<Messages>>(async () => ({}));

/** Returns a function that loads a language for a text, without changing that of the interface. */
export function useI18nOf(): (language: Language) => Promise<I18n> {
  const { i18n } = useLingui();
  const messagesOf = use(CatalogContext);
  return useCallback(
    async (language) =>
      i18n.locale === language
        ? i18n
        : setupI18n({ locale: language, messages: { [language]: await messagesOf(language) } }),
    [i18n, messagesOf],
  );
}
