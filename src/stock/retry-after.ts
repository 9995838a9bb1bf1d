/**
 * Seconds to wait according to `Retry-After` (RFC 9110 §10.2.3), given in seconds or as a date. A date is compared with
 * the server's clock if the response has a `Date` header.
 * @param now Unix milliseconds, for a response without `Date`
 * @returns whole seconds; null if the header is missing or malformed
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
 * Parses an HTTP date, including the obsolete formats (RFC 9110 §5.6.7), to Unix milliseconds: `Sun, 06 Nov 1994
 * 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
 */
function readMoment(text: string | null | undefined): number | null {
  if (text == null) return null;
  if (/^\w{3,9}, .* GMT$/.test(text)) return Date.parse(text) || null;
  return /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text) ? Date.parse(`${text} GMT`) || null : null;
}
