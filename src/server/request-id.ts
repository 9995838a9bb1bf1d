import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { requestIdHeader } from '#contract/headers.ts';

/** The id that a request came with, so that it can be followed from program to program; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader.toLowerCase()];
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}
