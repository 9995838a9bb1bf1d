import {
  apiVersionHeader,
  authorizationHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#stock/contract/headers.ts';

/** Which credentials a request is sent with (§5). */
type CredentialVariant = 'accepted' | 'no-token' | 'wrong-token' | 'no-key' | 'wrong-key';

/** A request of the API check. The sender adds the credentials. */
export interface ProbeRequest {
  method: 'GET' | 'POST';
  /** Relative to the service's base address, with the query. */
  path: string;
  body?: unknown;
  credentials: CredentialVariant;
  /** Whether to send the `Api-version` header (§9). */
  hasVersion: boolean;
}

export interface ProbeResponse {
  status: number;
  /** Names are lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Sends a request once and returns the response, including errors and redirects.
 * @throws ProbeFailure if no complete response arrives
 */
export type SendProbe = (request: ProbeRequest, signal: AbortSignal) => Promise<ProbeResponse>;

/** No response arrived. The message is a sentence without credentials. */
export class ProbeFailure extends Error {
  override readonly name = 'ProbeFailure';
}

/** A request and its result. */
export interface Exchange {
  request: ProbeRequest;
  response: ProbeResponse | null;
  /** Why there is no response; null if there is one. */
  failure: string | null;
  /** The parsed body; undefined if it isn't JSON. */
  json: unknown;
}

/** Whether the status is 200 to 299. */
export function hasSucceeded({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

const variantNotes: Record<CredentialVariant, string> = {
  accepted: '',
  'no-token': ', without the access token',
  'wrong-token': ', with an unknown access token',
  'no-key': ', without the subscription key',
  'wrong-key': ', with an unknown subscription key',
};

/** Readable form of the request: method, path, body and intended defects. */
export function printRequest({ method, path, body, credentials, hasVersion }: ProbeRequest): string {
  const content = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  return `${method} ${path}${content}${variantNotes[credentials]}${hasVersion ? '' : ', without Api-version'}`;
}

/** A well-formed JWT with an invalid signature. */
const invalidToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJub2JvZHkiLCJleHAiOjQxMDI0NDQ4MDB9.bm9ib2R5LXNpZ25lZC10aGlz';
const invalidKey = 'a-key-that-nobody-gave-out';

/** The headers to send (§5, §9). */
export function probeHeaders(
  { credentials, hasVersion, body }: ProbeRequest,
  accepted: { token: string; subscriptionKey: string },
): Record<string, string> {
  const token = credentials === 'wrong-token' ? invalidToken : accepted.token;
  const key = credentials === 'wrong-key' ? invalidKey : accepted.subscriptionKey;
  return {
    Accept: 'application/json, application/problem+json',
    ...(credentials !== 'no-token' && { [authorizationHeader]: `Bearer ${token}` }),
    ...(credentials !== 'no-key' && { [subscriptionKeyHeader]: key }),
    ...(hasVersion && { [apiVersionHeader]: supportedApiVersion }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
}

/** Maximum response size; larger than any page that the check requests. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Sends requests over HTTP. Redirects aren't followed, so credentials don't reach other hosts.
 * @param baseUrl without trailing slash, user or query
 */
export function httpProbe(baseUrl: string, credentials: { token: string; subscriptionKey: string }): SendProbe {
  return async (request, signal) => {
    try {
      const response = await fetch(baseUrl + request.path, {
        method: request.method,
        headers: probeHeaders(request, credentials),
        redirect: 'manual',
        signal,
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await readText(response),
      };
    } catch (error) {
      throw error instanceof ProbeFailure ? error : new ProbeFailure(describe(error), { cause: error });
    }
  };
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ProbeFailure(`The response is larger than ${maxBytes / 1024 / 1024} MiB.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Uses the code of the underlying error, as its message may contain the full address. */
function describe(error: unknown): string {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing listens at this address: the connection was refused.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name of this address is not known.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The service closed the connection before its response was complete.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'No connection came about in time.';
    default:
      return /CERT|TLS|SSL|SIGNATURE/.test(code)
        ? `The certificate of the service is not trusted (${code}).`
        : `No response${code === '' ? '' : ` (${code})`}.`;
  }
}
