/** What stands in a request for the credentials that the service gave out (§5). */
export type CredentialVariant = 'accepted' | 'no-token' | 'wrong-token' | 'no-key' | 'wrong-key';

/** A request of the contract check, without its credentials: whoever sends it adds them. */
export interface ProbeRequest {
  method: 'GET' | 'POST';
  /** From the service's base address on, with the query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  credentials: CredentialVariant;
  /** Whether it carries the `Api-version` header (§9). */
  hasVersion: boolean;
}

export interface ProbeAnswer {
  status: number;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Sends a request once and gives the answer, refusals and redirections included.
 * @throws ProbeFailure where no whole answer came
 */
export type SendProbe = (request: ProbeRequest, signal: AbortSignal) => Promise<ProbeAnswer>;

/** No answer came; the message says why in a sentence without credentials. */
export class ProbeFailure extends Error {
  override readonly name = 'ProbeFailure';
}

/** A request and what came of it. */
export interface Exchange {
  request: ProbeRequest;
  answer: ProbeAnswer | null;
  /** Why there is no answer; null where there is one. */
  failure: string | null;
  /** The body read as JSON; undefined where it is none. */
  json: unknown;
}

const withWords: Record<CredentialVariant, string> = {
  accepted: '',
  'no-token': ', without the access token',
  'wrong-token': ', with an access token that nobody issued',
  'no-key': ', without the subscription key',
  'wrong-key': ', with a subscription key that nobody gave out',
};

/** The request for a person: method, path, body, and what is wrong with it on purpose. */
export function printRequest({ method, path, body, credentials, hasVersion }: ProbeRequest): string {
  const content = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return `${method} ${path}${content}${withWords[credentials]}${hasVersion ? '' : ', without Api-version'}`;
}
