import type { SessionContent } from './session-content.ts';

/** What ends first of a sign-in and of what it asks with. */
export interface Ending {
  what: 'sign-in' | 'own-token' | 'shared-token';
  /** Unix seconds. */
  at: number;
}

interface Ends {
  by: SessionContent['by'];
  /** Unix seconds at which the session ends. */
  sessionEnd: number;
  /** Unix seconds after which the access token is void; null where nobody knows, and where this server renews it. */
  tokenEnd: number | null;
  whose: 'own' | 'shared';
}

/**
 * What ends first, and whose it is; a token that ends with the session is why that ends. Null where nothing does that
 * the server doesn't renew by itself, as it does the session of the local user.
 */
export function endingOf({ by, sessionEnd, tokenEnd, whose }: Ends): Ending | null {
  if (tokenEnd !== null && (by === 'local' || tokenEnd <= sessionEnd)) return { what: `${whose}-token`, at: tokenEnd };
  return by === 'local' ? null : { what: 'sign-in', at: sessionEnd };
}
