import { parseJwksUrl } from '#server/setting-values.ts';

/** The company's OpenID Connect provider, and the users who may sign in. */
export interface CompanyConfig {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  allowed: AllowedPeople;
  /** Who of them may import files. */
  administrators: AllowedPeople;
}

/** Users by what their provider claims: with a verified email address in one of the domains, or in one of the groups. */
export interface AllowedPeople {
  /** Lower case. */
  domains: string[];
  /** Verbatim. */
  groups: string[];
}

interface CompanySettings {
  OIDC_ISSUER?: URL | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_ALLOWED?: AllowedPeople | undefined;
  OIDC_ADMINISTRATORS?: AllowedPeople | undefined;
}

export const companySentences = {
  issuer:
    'OIDC_ISSUER must be the https address of your identity provider (http is taken for this machine alone), without query or fragment, for example https://login.example.com.',
  clientId: 'OIDC_CLIENT_ID must be the id under which your identity provider knows this server, without spaces.',
  clientSecret: 'OIDC_CLIENT_SECRET must be the secret that your identity provider gave this server, on one line.',
  allowed:
    'OIDC_ALLOWED must name the domains of verified mail addresses, groups as group:NAME, or both, separated by commas, for example example.com,group:Sales.',
  administrators:
    'OIDC_ADMINISTRATORS must name groups as group:NAME, domains of verified mail addresses, or both, separated by commas, for example group:Stock.',
};

export function parseIssuer(text: string): URL | undefined {
  const url = parseJwksUrl(text);
  return url !== undefined && url.search + url.hash + url.username + url.password === '' ? url : undefined;
}

export function parseAllowedPeople(text: string): AllowedPeople | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const groups = entries.filter((entry) => entry.startsWith('group:')).map((entry) => entry.slice(6).trim());
  const domains = entries.filter((entry) => !entry.startsWith('group:')).map((domain) => domain.toLowerCase());
  const areRight = groups.every((group) => group !== '') && domains.every((domain) => isDomain.test(domain));
  return areRight ? { domains, groups } : undefined;
}

const isDomain = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** Returns the configured company sign-in; null if there is none. */
export function companyOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_ALLOWED: allowed,
  OIDC_ADMINISTRATORS: administrators = { domains: [], groups: [] },
}: CompanySettings): CompanyConfig | null {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || allowed === undefined)
    return null;
  return { issuer, clientId, clientSecret, allowed, administrators };
}

/** Returns a sentence for each missing setting of the company sign-in; none if all or no settings are present. */
export function contradictionsOfCompany(settings: CompanySettings): string[] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOWED'] as const;
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length && settings.OIDC_ADMINISTRATORS !== undefined)
    return ['OIDC_ADMINISTRATORS is only used with OIDC_ISSUER: remove it, or set up the company sign-in.'];
  if (missing.length === 0 || missing.length === names.length) return [];
  return missing.map((name) =>
    name === 'OIDC_ALLOWED'
      ? 'OIDC_ALLOWED is required with OIDC_ISSUER: say who of those that your identity provider knows may come in, for example example.com,group:Sales.'
      : `${name} is required for the company's sign-in, together with ${names.filter((other) => other !== name).join(', ')}.`,
  );
}

/** Rejects shared credentials unless only this machine can reach the server, or users sign in with the company. */
export function contradictionsOfSharing(
  settings: CompanySettings & { STOCK_UPSTREAM_TOKEN?: string | undefined },
  isLocalOnly: boolean,
): string[] {
  if (settings.STOCK_UPSTREAM_TOKEN === undefined || isLocalOnly || companyOf(settings) !== null) return [];
  return [
    'STOCK_UPSTREAM_TOKEN would let in everyone who can reach HOST or PUBLIC_URL. Set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ALLOWED, so that your company says who comes in; or remove STOCK_UPSTREAM_TOKEN and STOCK_UPSTREAM_SUBSCRIPTION_KEY, so that each person signs in with their own.',
  ];
}
