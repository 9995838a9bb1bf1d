import type { Credentials } from './credentials.ts';

/** Someone whom the company's identity provider knows. */
export interface CompanyPerson {
  /** The provider as the settings named it (`OIDC_ISSUER`); what it calls itself is `issuer`, and may differ. */
  provider: string;
  issuer: string;
  /** The provider's own id of the person. */
  subject: string;
  /** What to call them; null where the provider tells nothing that a person would call them. */
  name: string | null;
}

/** What a session keeps, readable by whoever has `SESSION_SECRET` alone. */
export type SessionContent =
  /** The local user, who asks with the shared credentials. */
  | { by: 'local' }
  /** A person with credentials of their own. */
  | { by: 'credentials'; credentials: Credentials }
  /** A person whom the company let in; with credentials of their own once they gave some. */
  | { by: 'company'; person: CompanyPerson; credentials: Credentials | null };
