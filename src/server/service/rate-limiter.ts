/**
 * Counts requests for each of a fixed number of callers. One that has been quiet may send a minute's requests
 * at once; from then on they come back evenly.
 * @returns for a request of a caller at a time in milliseconds: 0 where it may go on, else the whole seconds to wait
 */
export function createRateLimiter(requestsPerMinute: number | null): (caller: number, now: number) => number {
  if (requestsPerMinute === null) return () => 0;
  const perMillisecond = requestsPerMinute / 60_000;
  const budgets = new Map<number, { left: number; at: number }>();
  return (caller, now) => {
    const { left, at } = budgets.get(caller) ?? { left: requestsPerMinute, at: now };
    const budget = Math.min(requestsPerMinute, left + Math.max(0, now - at) * perMillisecond);
    const granted = budget >= 1;
    budgets.set(caller, { left: granted ? budget - 1 : budget, at: now });
    return granted ? 0 : Math.max(1, Math.ceil((1 - budget) / perMillisecond / 1000));
  };
}
