/** The ways of writing numbers and dates that are offered (BCP 47): every grouping, decimal mark and order of a date. */
export const formats = [
  'en-US',
  'en-GB',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'nl-NL',
  'nl-BE',
  'it-IT',
  'es-ES',
  'pt-PT',
  'sv-SE',
  'da-DK',
  'pl-PL',
  'cs-CZ',
  'en-IN',
  'ja-JP',
] as const;

/** The choice remembered in `text`; null where there is none, or one that is no longer offered. */
export function readFormat(text: string | null): string | null {
  return formats.find((format) => format === text) ?? null;
}
