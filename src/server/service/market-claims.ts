import '#contract/no-eval.ts';
import * as z from 'zod/mini';

import type { Market } from '#contract/envelope.ts';

import { InvalidTokenError } from './access-token.ts';

const code = z.optional(z.string().check(z.minLength(1), z.maxLength(100)));

const MarketClaims = z.object({ company: code, salesOrganization: code, territoryId: code });

/**
 * The market that a token's claims name; codes that they leave out come from `defaultMarket`.
 * @throws InvalidTokenError where one of the three is there and is no text.
 */
export function marketFromClaims(claims: unknown, defaultMarket: Market): Market {
  const parsed = MarketClaims.safeParse(claims);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
    throw new InvalidTokenError(`The token's claim ${names.join(' and ')} must be a text of 1 to 100 characters.`);
  }
  const { company, salesOrganization, territoryId } = parsed.data;
  return {
    company: company ?? defaultMarket.company,
    salesOrganization: salesOrganization ?? defaultMarket.salesOrganization,
    territoryId: territoryId ?? defaultMarket.territoryId,
  };
}
