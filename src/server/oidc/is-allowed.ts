import type { AllowedPeople } from './company-settings.ts';

/** What an identity provider says of a person, as it came. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether the provider's claims name someone who may come in. An address counts only where the provider says, by
 * the boolean `email_verified`, that it is the person's: anyone can write any address.
 */
export function isAllowed({ email, email_verified: isVerified, groups }: Claims, allowed: AllowedPeople): boolean {
  return (
    (isVerified === true && allowed.domains.includes(domainOf(email))) ||
    (Array.isArray(groups) && groups.some((group) => typeof group === 'string' && allowed.groups.includes(group)))
  );
}

function domainOf(email: unknown): string {
  if (typeof email !== 'string') return '';
  return /^[^@\s]+@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase() ?? '';
}
