import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Finds which accepted key a text is: its index, or -1. Digests are compared, each with every key, so that the
 * time taken says nothing about them.
 * @throws TypeError where there is no key, or an empty one.
 */
export function createKeyFinder(keys: readonly string[]): (key: string) => number {
  if (keys.length === 0 || keys.includes(''))
    throw new TypeError('At least one subscription key is needed, none empty.');
  const accepted = keys.map(digest);
  return (key) => {
    const given = digest(key);
    return accepted.reduce((found, each, index) => (timingSafeEqual(each, given) ? index : found), -1);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
