import type { RunningApp } from '#server/running-app.fixture.ts';

interface Cookie {
  value: string;
  isStrict: boolean;
}

/** Where a browser is after all redirects. */
export interface Arrival {
  url: URL;
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * A browser for tests, as far as a sign-in needs one: it follows redirects from site to site, and sends each site
 * its cookies, strict ones only where the site itself led there.
 */
export class RedirectingBrowser {
  readonly #app: RunningApp;
  readonly #origin: string;
  readonly #cookies = new Map<string, Map<string, Cookie>>();
  /** Every address that it was at. */
  readonly visited: string[] = [];

  /** @param origin the public address of `app` */
  constructor(app: RunningApp, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  /** The `Set-Cookie` name-value pairs that the app's origin has left here. */
  get appCookies(): [string, string][] {
    return [...(this.#cookies.get(this.#origin) ?? [])].map(([name, { value }]) => [name, value]);
  }

  forgetAppCookies(): void {
    this.#cookies.delete(this.#origin);
  }

  /**
   * Goes to an address, by a link of the page that it is at or typed in, and follows where that leads; where that
   * is an address that begins with `stopBefore`, it only looks at it.
   */
  async goTo(address: string, form?: Record<string, string>, stopBefore?: string): Promise<Arrival> {
    let url = new URL(address, this.#origin);
    let isFromElsewhere = false;
    let body = form;
    for (let count = 0; count < 20; count += 1) {
      this.visited.push(url.href);
      const arrival = await this.#request(url, isFromElsewhere, body);
      const { location } = arrival.headers;
      if (typeof location !== 'string') return arrival;
      const next = new URL(location, url);
      if (stopBefore !== undefined && next.href.startsWith(stopBefore)) return { ...arrival, url: next };
      isFromElsewhere ||= next.origin !== url.origin;
      url = next;
      body = undefined;
    }
    throw new Error('redirected too often');
  }

  /** Asks the app as its own page does. */
  ask(path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
    const headers = { ...this.#appHeaders(false), Origin: this.#origin, 'Sec-Fetch-Site': 'same-origin' };
    return this.#app.ask(path, { method, headers, ...(body !== undefined && { body }) }).then((answer) => {
      this.#keep(this.#origin, answer.headers['set-cookie'] ?? []);
      return answer;
    });
  }

  async #request(url: URL, isFromElsewhere: boolean, form: Record<string, string> | undefined): Promise<Arrival> {
    if (url.origin === this.#origin) {
      const headers = {
        ...this.#appHeaders(isFromElsewhere),
        Accept: 'text/html',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': isFromElsewhere ? 'cross-site' : 'same-origin',
      };
      const answer = await this.#app.ask(url.pathname + url.search, { headers });
      this.#keep(url.origin, answer.headers['set-cookie'] ?? []);
      return { url, ...answer };
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: this.#cookieHeader(url.origin, isFromElsewhere) },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.#keep(url.origin, response.headers.getSetCookie());
    return { url, status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
  }

  #appHeaders(isFromElsewhere: boolean): Record<string, string> {
    return { Host: new URL(this.#origin).host, Cookie: this.#cookieHeader(this.#origin, isFromElsewhere) };
  }

  #cookieHeader(origin: string, isFromElsewhere: boolean): string {
    const cookies = [...(this.#cookies.get(origin) ?? [])].filter(([, { isStrict }]) => !(isStrict && isFromElsewhere));
    return cookies.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, lines: readonly string[]): void {
    const cookies = this.#cookies.get(origin) ?? new Map<string, Cookie>();
    this.#cookies.set(origin, cookies);
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, { value, isStrict: /samesite=strict/i.test(line) });
    }
  }
}
