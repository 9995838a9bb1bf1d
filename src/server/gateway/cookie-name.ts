import { hkdfSync } from 'node:crypto';

import type { Config } from '#server/config.ts';

/**
 * What the names of all our cookies begin with. A browser shares its cookies between the ports of a host, so the
 * name tells servers apart by their secret: those that share it, share their sessions too, at whatever port.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>, sessionSecret: string): string {
  const suffix = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'stock-horizon cookie name', 4)).toString('hex');
  return `${publicUrl?.protocol === 'https:' ? '__Host-' : ''}stock-horizon-${suffix}`;
}
