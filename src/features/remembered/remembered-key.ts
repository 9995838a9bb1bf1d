import type { Session } from '#contract/gateway.ts';

import { rememberedPrefix } from '#ui/storage/remembered-text.ts';

/**
 * Under which key what is remembered lies: what was seen of one service and market, and by whom, is not shown in
 * another (rules, *Many products*). Null for whoever is not signed in.
 */
export function rememberedKey(what: string, { signedIn, personId, market, service }: Session): string | null {
  if (!signedIn) return null;
  const owner = [service.baseUrl, market?.company, market?.salesOrganization, market?.territoryId, personId];
  return `${rememberedPrefix}${what}:${JSON.stringify(owner)}`;
}
