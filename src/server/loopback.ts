import { BlockList, isIP } from 'node:net';

import { LRUCache } from 'lru-cache';

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');
loopbackAddresses.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an IP address, in the form sockets report it, is a loopback address: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  const known = checked.get(address);
  if (known !== undefined) return known;
  const version = isIP(address);
  const isLoopback = version !== 0 && loopbackAddresses.check(address, version === 6 ? 'ipv6' : 'ipv4');
  checked.set(address, isLoopback);
  return isLoopback;
}

/** Cached, since this check takes longer than everything else done before a request's handler. */
const checked = new LRUCache<string, boolean>({ max: 1000 });

/** Whether a host name without port means this machine only. IPv6 addresses may be bare or in brackets. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'));
}
