import type { RunningApp } from '#server/running-app.fixture.ts';

interface Cookie {
  value: string;
  isStrict: boolean;
}

/** Response after all redirects. */
export interface Arrival {
  url: URL;
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Simulates a browser as far as a sign-in needs one: follows redirects across sites and sends each site its cookies.
 * Strict cookies are sent only until a redirect crosses sites.
 */
export class RedirectingBrowser {
  readonly #app: RunningApp;
  readonly #origin: string;
  readonly #cookies = new Map<string, Map<string, Cookie>>();
  /** All requested addresses. */
  readonly visited: string[] = [];

  /** @param origin the public address of `app` */
  constructor(app: RunningApp, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  /** Name and value of each cookie that the app has set. */
  get appCookies(): [string, string][] {
    return [...(this.#cookies.get(this.#origin) ?? [])].map(([name, { value }]) => [name, value]);
  }

  forgetAppCookies(): void {
    this.#cookies.delete(this.#origin);
  }

  /**
   * Requests an address, as typed in or linked on the same site, and follows its redirects. Stops before a redirect to
   * an address that begins with `stopBefore`.
   */
  async goTo(address: string, form?: Record<string, string>, stopBefore?: string): Promise<Arrival> {
    let url = new URL(address, this.#origin);
    let isCrossSite = false;
    let body = form;
    for (let count = 0; count < 20; count += 1) {
      this.visited.push(url.href);
      const arrival = await this.#request(url, isCrossSite, body);
      const { location } = arrival.headers;
      if (typeof location !== 'string') return arrival;
      const next = new URL(location, url);
      if (stopBefore !== undefined && next.href.startsWith(stopBefore)) return { ...arrival, url: next };
      isCrossSite ||= next.origin !== url.origin;
      url = next;
      body = undefined;
    }
    throw new Error('redirected too often');
  }

  /** Requests a path of the app like its own page. */
  ask(path: string, { method = 'GET', body }: { method?: string; body?: string | object } = {}) {
    const headers = { ...this.#appHeaders(false), Origin: this.#origin, 'Sec-Fetch-Site': 'same-origin' };
    return this.#app.ask(path, { method, headers, ...(body !== undefined && { body }) }).then((response) => {
      this.#keep(this.#origin, response.headers['set-cookie'] ?? []);
      return response;
    });
  }

  async #request(url: URL, isCrossSite: boolean, form: Record<string, string> | undefined): Promise<Arrival> {
    if (url.origin === this.#origin) {
      const headers = {
        ...this.#appHeaders(isCrossSite),
        Accept: 'text/html',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': isCrossSite ? 'cross-site' : 'same-origin',
      };
      const response = await this.#app.ask(url.pathname + url.search, { headers });
      this.#keep(url.origin, response.headers['set-cookie'] ?? []);
      return { url, ...response };
    }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: this.#cookieHeader(url.origin, isCrossSite) },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.#keep(url.origin, response.headers.getSetCookie());
    return { url, status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
  }

  #appHeaders(isCrossSite: boolean): Record<string, string> {
    return { Host: new URL(this.#origin).host, Cookie: this.#cookieHeader(this.#origin, isCrossSite) };
  }

  #cookieHeader(origin: string, isCrossSite: boolean): string {
    const cookies = [...(this.#cookies.get(origin) ?? [])].filter(([, { isStrict }]) => !(isStrict && isCrossSite));
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
