import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { memoize } from '#stock/memoize.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { type DashboardBuild, pageLinks } from './page-links.ts';

/** The dashboard isn't built. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

/**
 * Serves the built dashboard. Files named by content hash are cached permanently and sent compressed if accepted. The
 * page is served at every address of the dashboard.
 * @param folder of the build
 * @throws MissingBuildError if the folder contains no build
 */
export function dashboard(folder: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const pageAt = await readPages(folder);
    const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
      const { html, nonce } = pageAt(request.url, languagesOf(request));
      return reply.header('Content-Security-Policy', pagePolicy(nonce)).type('text/html; charset=utf-8').send(html);
    };

    app.setNotFoundHandler((request, reply) => {
      if (isPageLoad(request)) return sendPage(request, reply);
      throw new ServiceProblem('not-found', 'There is nothing at this address.');
    });
    app.route({ method: 'GET', url: '/', handler: sendPage });
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      // One route for each file; a wildcard route would catch unknown addresses of the services.
      wildcard: false,
      // Pages need a nonce each, and compressed files are served only by content negotiation.
      globIgnore: ['**/*.{html,br,gz}'],
      setHeaders: (reply, path) => {
        const isHashed = relative(folder, path).startsWith('assets');
        reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('Content-Security-Policy', assetPolicy);
      },
    });
  };
}

/** The language selected in this browser (a cookie set by `src/shell/i18n.ts`), before those of the request. */
function languagesOf({ headers }: FastifyRequest): string {
  const chosen = /(?:^|; )stock-horizon\.language=(\w+)/.exec(headers.cookie ?? '')?.[1];
  return [chosen, headers['accept-language']].join();
}

type Page = { html: string; nonce: string };

/** Returns a function that renders the page with the links for an address and languages. */
export async function readPages(folder: string): Promise<(url: string, languages: string) => Page> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [html, manifest, pages] = await Promise.all([
    read('index.html'),
    read('.vite/manifest.json'),
    read('.vite/pages.json'),
  ]).catch(() => {
    throw new MissingBuildError('The dashboard isn\'t built. Run "npm start" to build and start it.');
  });
  const build: DashboardBuild = { manifest: JSON.parse(manifest), pages: JSON.parse(pages) };
  const templateWith = memoize((links: string) => pageTemplate(withLinks(html, links)));
  const pageAt = (url: string, languages: string) => templateWith(pageLinks(build, url, languages))();
  // Fails at start, not at the first request, if the page has no placeholder for the nonce.
  pageAt('/', '');
  return pageAt;
}

const stylesheet = /<link rel="stylesheet"[^>]*>/g;

/**
 * Adds links to the page. Stylesheets go before the root element: there they block what follows, including the page's
 * code, but not the rendering of the body's initial content. Styles added by code come later and take precedence.
 */
function withLinks(html: string, links: string): string {
  const linked = html.replace('</head>', () => `${links}</head>`);
  const sheets = linked.match(stylesheet)?.join('') ?? '';
  return linked.replaceAll(stylesheet, '').replace('<div id="root">', (root) => `${sheets}${root}`);
}

/** Whether a browser requests a page: no page address has a file extension or is below a service's path. */
function isPageLoad({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(?:gateway|api|assets|healthz)(?:\/|$)|(?:\.|%2e)[^/]*$|^\/\//i.test(path)
  );
}

/** Content security policy of the page; only style tags with `nonce` apply. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Content security policy of files, for workers, which don't inherit the page's policy. */
const assetPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Returns a function that renders the page with a new nonce for each request.
 * @param html the built `index.html`
 * @throws TypeError if it has no placeholder for the nonce
 */
export function pageTemplate(html: string): () => Page {
  const withPlaces = html.replaceAll(/<style(?=[\s>])/g, '<style nonce="\0"');
  const parts = withPlaces.replace(/(<meta name="csp-nonce" content=")(?=")/, '$1\0').split('\0');
  if (parts.length < 2) throw new TypeError('The page has no <meta name="csp-nonce" content="">.');
  return () => {
    const nonce = randomBytes(16).toString('base64url');
    return { html: parts.join(nonce), nonce };
  };
}
