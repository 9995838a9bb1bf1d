/**
 * The locale (a BCP 47 tag) if `Intl` has data for it, else `en`: a wrong tag never throws, and never falls to
 * whatever language the machine happens to be set to.
 */
export function knownLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
