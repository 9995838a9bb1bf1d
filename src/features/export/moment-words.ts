/**
 * When something was retrieved, as a person reads it on paper or under a picture, with the zone of their clock.
 * @param moment ISO 8601; empty where it is not known, and so are the words
 */
export function momentWords(moment: string, locale: string): string {
  if (moment === '') return '';
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Date.parse(moment));
}
