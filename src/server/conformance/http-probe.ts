import { ProbeFailure, type SendProbe } from './probe.ts';
import { probeHeaders } from './probe-headers.ts';

/** Larger than any page that the check asks for. */
const mostBytes = 16 * 1024 * 1024;

/**
 * Sends requests to a service over HTTP. Redirections are not followed, so the credentials go nowhere else.
 * @param baseUrl without a slash at the end, without user or query
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
    if (bytes > mostBytes) throw new ProbeFailure(`The answer is larger than ${mostBytes / 1024 / 1024} MiB.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** By the code of what went wrong beneath: its own message may hold the address with all that stands in it. */
function describe(error: unknown): string {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing answers at this address: the connection was refused.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name of this address is not known.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The service closed the connection before its answer was whole.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'No connection came about in time.';
    default:
      return /CERT|TLS|SSL|SIGNATURE/.test(code)
        ? `The certificate of the service is not trusted (${code}).`
        : `No answer came${code === '' ? '' : ` (${code})`}.`;
  }
}
