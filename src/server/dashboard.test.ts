import { access, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pageTemplate } from './dashboard.ts';
import { lazyPagesIn } from '#scripts/lazy-pages.mjs';
import { pageLinks } from './page-links.ts';
import { runApp, type RunningApp, script } from './running-app.fixture.ts';

describe('dashboard', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp();
  });
  afterAll(() => app.close());

  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const asset = '/assets/main-C0ffee00.js';

  describe('the page', () => {
    it.each(['/', '/?product=12345&quantity=40', '/products', '/products/12345?quantity=2.5', '/not/built/yet'])(
      'is served at %s, with a new nonce each time',
      async (path) => {
        const [first, second] = await Promise.all([app.ask(path, { headers: html }), app.ask(path, { headers: html })]);
        expect([first.status, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(first.headers['cache-control']).toBe('no-store');
        const nonce = /csp-nonce" content="([\w-]{22})"/.exec(first.text)?.[1];
        expect(first.headers['content-security-policy']).toBe(
          "default-src 'none'; script-src 'self'; " +
            `style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; ` +
            "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
            "require-trusted-types-for 'script'; trusted-types default",
        );
        expect(second.text).not.toContain(nonce);
      },
    );

    it.each([
      ['/order?show=late', 'de-AT,de;q=0.9,en;q=0.8', ['de.js', 'order.js', 'grid.js', 'grid.css', 'order.css']],
      ['/order', 'fr-FR,fr;q=0.9', ['en.js', 'order.js', 'grid.js', 'grid.css', 'order.css']],
      ['/not/built/yet', '*', ['en.js']],
    ])('links the additional files of %s for %s', async (path, language, files) => {
      const { text } = await app.ask(path, { headers: { ...html, 'Accept-Language': language } });
      expect(text.match(/<link [^>]*>/g)).toEqual(
        files.map((file) => {
          const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
          return `<link rel="${rel}" crossorigin href="/assets/${file.replace('.', '-C0ffee00.')}">`;
        }),
      );
    });

    it('links its styles between the initial content, which they must not block, and its root', async () => {
      const { text } = await app.ask('/order', { headers: html });
      expect(text).toMatch(/<body>what it begins with(?:<link rel="stylesheet"[^>]*>){2}<div id="root">/);
      expect(text.match(/^[^]*<\/head>/)?.[0]).not.toContain('stylesheet');
    });

    it('links files for every page that the router loads lazily', async () => {
      const pages = lazyPagesIn(await readFile(new URL('../router.tsx', import.meta.url), 'utf8'));
      expect(pages).toMatchObject({ '/order': 'src/orders/order-page.tsx', '/orders': 'src/orders/orders-page.tsx' });
      await Promise.all(Object.values(pages).map((source) => access(new URL(`../../${source}`, import.meta.url))));
      const manifest = Object.fromEntries(Object.values(pages).map((source) => [source, { file: `${source}.js` }]));
      for (const [path, source] of Object.entries(pages))
        expect(pageLinks({ manifest, pages }, `${path}?x=1`, 'en')).toContain(`href="/${source}.js"`);
    });

    it('answers HEAD too', async () => {
      expect((await app.ask('/products/1', { method: 'HEAD', headers: html })).status).toBe(200);
    });

    it('opens from a link on another page', async () => {
      const from = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
      expect((await app.ask('/products/12345', { headers: { ...html, ...from } })).status).toBe(200);
    });

    it.each([
      ['/products/12345', { Accept: 'application/json' }],
      ['/products/12345', {}],
      ['/assets/gone.js', html],
      ['/assets/', html],
      ['/assets', html],
      ['/gone.png', html],
      ['/index.html', html],
      ['/%69ndex.html', html],
      ['/index%2ehtml', html],
      ['/assets/../index.html', html],
      [`${asset}.br`, html],
      ['/.hidden', html],
      ['/../config.ts', html],
      ['/..%2f..%2fpackage.json', html],
      ['/assets/..%2f..%2fdata%2fjwt-secret', html],
      ['/assets/%2e%2e/%2e%2e/data/jwt-secret', html],
      ['/assets/..\\..\\data\\jwt-secret', html],
      ['/assets//main-C0ffee00.js', html],
      ['//evil.example/', html],
      ['/assets/main-C0ffee00.js%00.html', html],
      ['/gateway/products/12345/x', html],
      ['/gateway', html],
      ['/healthz/x', html],
    ])('is not served at %s for %j', async (path, headers) => {
      const response = await app.ask(path, { headers });
      expect([400, 404]).toContain(response.status);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.text).not.toMatch(/node_modules|running-app|ENOENT|Error/);
    });

    it('is not served for POST and PUT', async () => {
      expect((await app.ask('/products/1', { method: 'POST', headers: html })).status).toBe(404);
      expect((await app.ask('/', { method: 'PUT', headers: html })).status).toBe(404);
    });
  });

  describe('the files of the build', () => {
    it('are cached permanently', async () => {
      const { status, headers, text } = await app.ask(asset);
      expect(status).toBe(200);
      expect(text).toBe(script);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      });
    });

    it.each([
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
    ])('are compressed for Accept-Encoding %s', async (accepted, encoding) => {
      const response = await fetch(`http://127.0.0.1:${app.port}${asset}`, {
        headers: { 'Accept-Encoding': accepted },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
      expect(await response.text()).toBe(script);
    });

    it('without a content hash in their name are revalidated', async () => {
      const { headers } = await app.ask('/mark.svg');
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
      const again = await app.ask('/mark.svg', { headers: { 'If-None-Match': headers.etag } });
      expect([again.status, again.text]).toEqual([304, '']);
    });

    it('may run as a worker that calls the gateway', async () => {
      expect((await app.ask(asset)).headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    });
  });
});

it('writes a new nonce each time, into the meta tag and every style tag', () => {
  const template = pageTemplate(
    '<head><meta name="csp-nonce" content="" /><style>a{}</style><style media="print">b{}</style><styled></head>',
  );
  const { html, nonce } = template();
  expect(nonce).toMatch(/^[\w-]{22}$/);
  expect(html).toBe(
    `<head><meta name="csp-nonce" content="${nonce}" /><style nonce="${nonce}">a{}</style><style nonce="${nonce}" media="print">b{}</style><styled></head>`,
  );
  expect(template().nonce).not.toBe(nonce);
});

it('rejects a page without a placeholder for the nonce', () => {
  expect(() => pageTemplate('<head></head>')).toThrow(/csp-nonce/);
});
