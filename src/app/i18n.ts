import { i18n } from '@lingui/core';

import { preferredLanguage, type Language } from '#components/locale/language.ts';

const storageKey = 'stock-horizon.language';

const catalogs = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
} as const;

/** The stored choice, else what the browser asks for. */
export function initialLanguage(): Language {
  return preferredLanguage(localStorage.getItem(storageKey), navigator.languages);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

/** Loads the texts of a language and turns to it. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
