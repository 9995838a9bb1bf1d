/**
 * The whole seconds that a server asks one to wait (`Retry-After`, RFC 9110 §10.2.3), in either of its forms: a
 * number of seconds, or a moment, held against the server's own clock where its `Date` header shows it.
 * @param now Unix milliseconds, for an answer without a `Date`
 * @returns null where there is no such header, or it says neither
 */
export function readRetryAfter(value: string | null, date: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = readMoment(value);
  if (moment === null) return null;
  return Math.max(0, Math.ceil((moment - (readMoment(date) ?? now)) / 1000));
}

/** Milliseconds since 1970 of a date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
function readMoment(text: string | null): number | null {
  return text !== null && /^\w{3}, .* GMT$/.test(text) ? Date.parse(text) || null : null;
}
