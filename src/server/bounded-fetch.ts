/** Bytes of a response: enough for a thousand of the longest keys. */
const maxBytes = 1_048_576;

/**
 * Fetches a document of another server as a whole, within `signal`.
 * @throws TypeError like `fetch`, as soon as the body exceeds a mebibyte after decompression
 */
export async function boundedFetch(url: string | URL, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new TypeError('The response is too long');
    parts.push(part);
  }
  return new Response(length === 0 ? null : Buffer.concat(parts), response);
}

/** Does the same; requests in flight for one address without credentials share a response. */
export function sharedBoundedFetch(): typeof boundedFetch {
  const inFlight = new Map<string, Promise<Response>>();
  return async (url, options) => {
    const isPublic = (options.method ?? 'GET') === 'GET' && !new Headers(options.headers).has('authorization');
    if (!isPublic) return boundedFetch(url, options);
    const key = String(url);
    const shared = inFlight.get(key) ?? boundedFetch(url, options).finally(() => inFlight.delete(key));
    inFlight.set(key, shared);
    return (await shared).clone();
  };
}
