/** The middle of the values; the upper of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value that `percent` of 100 values don't exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor((values.length * percent) / 100), values.length - 1)] ?? Number.NaN;
}
