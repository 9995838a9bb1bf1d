const buckets = 65_536;

/**
 * Places of numbers in ascending order; of equal ones, the first is first. A radix sort of their bits takes a tenth of
 * the time of a sort that compares a million.
 * @param keys without NaN
 */
export function stableOrder(keys: Float64Array): Uint32Array {
  const digits = new Uint16Array(Float64Array.from(keys, (key) => key + 0).buffer);
  // The bits of positive numbers are in order; those of negative ones are in reverse order, below.
  for (let at = 0; at < digits.length; at += 4) {
    const isNegative = (digits[at + 3] ?? 0) >= buckets / 2;
    for (let digit = 0; digit < 4; digit += 1)
      digits[at + digit] = (digits[at + digit] ?? 0) ^ (isNegative ? buckets - 1 : digit === 3 ? buckets / 2 : 0);
  }
  let order = Uint32Array.from(keys, (_, at) => at);
  let next = new Uint32Array(keys.length);
  for (let digit = 0; digit < 4; digit += 1) {
    const starts = new Uint32Array(buckets);
    for (let at = digit; at < digits.length; at += 4) starts[digits[at] ?? 0] = (starts[digits[at] ?? 0] ?? 0) + 1;
    if (starts[digits[digit] ?? 0] === keys.length) continue;
    let sum = 0;
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const size = starts[bucket] ?? 0;
      starts[bucket] = sum;
      sum += size;
    }
    for (const place of order) {
      const bucket = digits[4 * place + digit] ?? 0;
      const to = starts[bucket] ?? 0;
      next[to] = place;
      starts[bucket] = to + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}
