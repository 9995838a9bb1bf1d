import { createHmac, hkdfSync } from 'node:crypto';

/** Names a person in the store: the same text each time, from which nobody without the secret learns who it is. */
export type PersonDigest = (person: string) => string;

/** Digests (hex) under a key derived from `sessionSecret`. */
export function createPersonDigest(sessionSecret: string): PersonDigest {
  const key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'stock-horizon person', 32));
  return (person) => createHmac('sha256', key).update(person).digest('hex');
}
