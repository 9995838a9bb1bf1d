import type { Session } from '#contract/gateway.ts';

/**
 * What answers hold for: one service, one market and one person. Null for whoever is not signed in.
 */
export function scopeOf({ signedIn, personId, market, service }: Session): string | null {
  return signedIn ? JSON.stringify([service.baseUrl, market, personId]) : null;
}
