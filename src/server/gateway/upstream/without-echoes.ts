import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { textWithoutSecrets, withoutSecrets } from '#server/without-secrets.ts';

/**
 * An answer freed from the secrets of who asked, should the upstream have repeated one: no browser is to see them, and
 * a refusal may be shown to others. An answer that repeats none stays as it is, byte by byte.
 */
export function withoutEchoes(answer: BackendResponse, secrets: readonly string[]): BackendResponse {
  return { ...answer, headers: withoutSecrets(answer.headers, secrets), body: freed(answer.body, secrets) };
}

function freed(body: Buffer, secrets: readonly string[]): Buffer {
  if (!body.includes('\\') && !secrets.some((secret) => body.includes(secret))) return body;
  const text = body.toString('utf8');
  const hidden = textWithoutSecrets(text, secrets);
  return hidden === text ? body : Buffer.from(hidden);
}
