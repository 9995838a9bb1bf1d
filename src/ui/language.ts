/** The languages that every text exists in, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Whether the text names one of {@link languages}. */
export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(languages, text);
}

/** The language to start in: the stored choice, else the first of the browser's languages that exists here. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return browser.map(languageOf).find(isLanguage) ?? 'en';
}

/**
 * The locale (BCP 47) for numbers and dates: the first of the browser's that speaks `language`, with its region.
 * Where none of the browser's languages exists here, the person still writes `1,5` their own way: then it is the
 * first of theirs, with the calendar that every promised date is in. Else the language itself.
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
