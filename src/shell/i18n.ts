import { i18n, type Messages } from '@lingui/core';

import { isLanguage, preferredLanguage, type Language } from '#ui/language.ts';
import { readText, writeText } from '#ui/remembered-text.ts';

const storageKey = 'stock-horizon.language';

const catalogs = {
  en: () => import('#shell/locales/en.po'),
  de: () => import('#shell/locales/de.po'),
} as const;

/** Returns the stored language, or the best match for the browser's languages. */
export function initialLanguage(): Language {
  return preferredLanguage(readText(storageKey), navigator.languages);
}

/** Returns the active language; while the first is still loading, {@link initialLanguage}. */
export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : initialLanguage();
}

/** Stores the language. Its cookie lets the server add a preload link for the catalog. */
export function rememberLanguage(language: Language): void {
  writeText(storageKey, language);
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Strict`;
}

/** Loads the messages of a language. */
export async function messagesOf(language: Language): Promise<Messages> {
  return (await catalogs[language]()).messages;
}

/** Loads a language's catalog and activates it. */
export async function activateLanguage(language: Language): Promise<void> {
  const messages = await messagesOf(language);
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
