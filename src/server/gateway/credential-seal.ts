import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { Credentials } from './credentials.ts';

/** What a session keeps, readable by whoever has `SESSION_SECRET` alone. */
export interface SealedContent {
  by: 'local' | 'credentials';
  credentials: Credentials;
}

const ivLength = 12;
const tagLength = 16;

/**
 * Seals what a session keeps with AES-256-GCM under a key derived from `sessionSecret`. A seal holds for the
 * session it was made for: `idDigest` is authenticated with it.
 */
export class CredentialSeal {
  readonly #key: Uint8Array;

  constructor(sessionSecret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'stock-horizon stored credentials', 32));
  }

  seal(content: SealedContent, idDigest: string): Uint8Array {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(idDigest));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** What was sealed; null where it was changed, made for another session, or with another secret. */
  open(sealed: Uint8Array, idDigest: string): SealedContent | null {
    try {
      const iv = sealed.subarray(0, ivLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(idDigest));
      decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
      const content = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
      return JSON.parse(content.toString('utf8')) as SealedContent;
    } catch {
      return null;
    }
  }
}
