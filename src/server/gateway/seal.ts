import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/**
 * Seals values that JSON can hold with AES-256-GCM, under a key derived from `sessionSecret` for one purpose: what
 * was sealed for another does not open. A seal holds for the place that it was made for: its name is
 * authenticated with it.
 */
export class Seal<Content> {
  readonly #key: Uint8Array;

  constructor(sessionSecret: string, purpose: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', `stock-horizon ${purpose}`, 32));
  }

  seal(content: Content, place: string): Uint8Array {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** What was sealed; null where it was changed, made for another place or purpose, or with another secret. */
  open(sealed: Uint8Array, place: string): Content | null {
    try {
      const iv = sealed.subarray(0, ivLength);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagLength });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
      const content = Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()]);
      return JSON.parse(content.toString('utf8')) as Content;
    } catch {
      return null;
    }
  }
}
