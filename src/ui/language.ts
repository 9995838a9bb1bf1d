/** Supported languages, each by its native name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(languages, text);
}

/** Returns the initial language: the stored choice, otherwise the first supported browser language. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return browser.map(languageOf).find(isLanguage) ?? 'en';
}

/**
 * Returns the locale (BCP 47) for numbers and dates: the first browser locale in `language`, with its region. If no
 * browser language is supported, returns the first browser locale, with the Gregorian calendar that all dates use, so
 * that `1,5` still has the user's format. Otherwise returns the language itself.
 */
export function localeFor(language: Language, browser: readonly string[]): string {
  const wellFormed = browser.filter(isWellFormed);
  const speaking = wellFormed.find((tag) => languageOf(tag) === language);
  if (speaking !== undefined) return speaking;
  const [own] = wellFormed;
  if (own === undefined || wellFormed.some((tag) => isLanguage(languageOf(tag)))) return language;
  return new Intl.Locale(own, { calendar: 'gregory' }).toString();
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
