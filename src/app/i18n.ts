import { i18n } from '@lingui/core';

import { preferredLanguage, type Language } from '#ui/language.ts';
import { readText, writeText } from '#ui/remembered-text.ts';

const storageKey = 'stock-horizon.language';

const catalogs = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
} as const;

/** The stored choice, else what the browser asks for. */
export function initialLanguage(): Language {
  return preferredLanguage(readText(storageKey), navigator.languages);
}

/** The cookie lets the server link the page's texts. */
export function rememberLanguage(language: Language): void {
  writeText(storageKey, language);
  document.cookie = `${storageKey}=${language}; Path=/; Max-Age=31536000; SameSite=Strict`;
}

/** Loads the texts of a language and turns to it. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
