/**
 * The whole seconds that a server asks one to wait (`Retry-After`, RFC 9110 §10.2.3), in either of its forms: a
 * number of seconds, or a moment, held against the server's own clock where its `Date` header shows it.
 * @param now Unix milliseconds, for an answer without a `Date`
 * @returns null where there is no such header, or it says neither
 */
export function readRetryAfter(
  value: string | null | undefined,
  date: string | null | undefined,
  now: number,
): number | null {
  if (value == null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = readMoment(value);
  if (moment === null) return null;
  return Math.max(0, Math.ceil((moment - (readMoment(date) ?? now)) / 1000));
}

/**
 * Milliseconds since 1970 of a date as HTTP writes it, or wrote it once (RFC 9110 §5.6.7):
 * `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
 */
function readMoment(text: string | null | undefined): number | null {
  if (text == null) return null;
  if (/^\w{3,9}, .* GMT$/.test(text)) return Date.parse(text) || null;
  return /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? Date.parse(`${text} GMT`) || null : null;
}
