/**
 * The BCP 47 locale if `Intl` supports it, otherwise `en`. An invalid tag neither throws nor falls back to the
 * machine's language.
 */
export function knownLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
