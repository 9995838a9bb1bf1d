import { BlockList, isIP } from 'node:net';

import { LRUCache } from 'lru-cache';

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');
loopbackAddresses.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an IP address, as a socket gives it, is this machine's own: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  const known = checked.get(address);
  if (known !== undefined) return known;
  const version = isIP(address);
  const isLoopback = version !== 0 && loopbackAddresses.check(address, version === 6 ? 'ipv6' : 'ipv4');
  checked.set(address, isLoopback);
  return isLoopback;
}

/** A check takes longer than all else that is done to a request before its operation. */
const checked = new LRUCache<string, boolean>({ max: 1000 });

/** Whether a host name without port, an IPv6 address bare or in brackets, means this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'));
}
