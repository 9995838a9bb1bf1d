import { isIPv4, isIPv6 } from 'node:net';

import { LRUCache } from 'lru-cache';

import { ServiceProblem } from '#server/service/service-problem.ts';

/** How often a peer may fail within a minute. */
const mostFailures = 10;
const windowMilliseconds = 60_000;
const mostPeers = 10_000;

/** Makes an attempt for a peer: {@link createAttemptLimiter}. */
export type Attempt = <Result>(peer: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds how fast credentials can be guessed: an attempt counts until it succeeds, so that many at once count too.
 * The attempt of a peer that failed too often rejects with ServiceProblem `too-many-requests`.
 */
export function createAttemptLimiter(now: () => Date): Attempt {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: mostPeers });
  return async (peer, run) => {
    const time = now().getTime();
    const known = failures.get(peer);
    const window = known !== undefined && known.until > time ? known : { count: 0, until: time + windowMilliseconds };
    if (window.count >= mostFailures) throw tooManyAttempts(Math.ceil((window.until - time) / 1000));
    window.count += 1;
    failures.set(peer, window);
    const result = await run();
    window.count -= 1;
    return result;
  };
}

/**
 * Whom an IP address stands for: of IPv6, everybody has a network of 64 bits of addresses, but for the IPv4 addresses
 * that a socket for both writes as IPv6 (`::ffff:192.0.2.1`).
 */
export function peerOf(address: string): string {
  const version4 = address.replace(/^::ffff:/i, '');
  if (isIPv4(version4) || !isIPv6(address)) return version4;
  const [head = '', tail = ''] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const skipped = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array.from({ length: skipped }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
}

function tooManyAttempts(wait: number): ServiceProblem {
  return new ServiceProblem(
    'too-many-requests',
    `Too many failed sign-ins came from this address; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}
