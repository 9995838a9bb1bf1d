import { randomBytes } from 'node:crypto';

/** The page of the dashboard, written anew for every request with the nonce that its style tags carry. */
export class PageTemplate {
  readonly #parts: readonly string[];

  /**
   * @param html the built `index.html`
   * @throws TypeError where it has no place for the nonce
   */
  constructor(html: string) {
    const withPlaces = html.replaceAll(/<style(?=[\s>])/g, '<style nonce="\0"');
    const parts = withPlaces.replace(/(<meta name="csp-nonce" content=")(?=")/, '$1\0').split('\0');
    if (parts.length < 2) throw new TypeError('The page has no <meta name="csp-nonce" content="">.');
    this.#parts = parts;
  }

  write(): { html: string; nonce: string } {
    const nonce = randomBytes(16).toString('base64url');
    return { html: this.#parts.join(nonce), nonce };
  }
}
