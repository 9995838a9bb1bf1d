/** A whole number as the service's English sentences write it: `1,000,000`. */
export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
