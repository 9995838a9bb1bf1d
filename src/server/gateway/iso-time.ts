/** A time in Unix seconds as ISO 8601 writes it; the last one that it can, for what is further off. */
export function isoTime(unixSeconds: number): string {
  return new Date(Math.min(unixSeconds * 1000, 8.64e15)).toISOString();
}
