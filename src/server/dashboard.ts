import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { remembered } from '#lib/remembered.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { type BuildManifest, pageLinks } from './page-links.ts';

/** The dashboard is not there to be delivered. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

/**
 * Delivers the built dashboard: the files that the build names after their content for ever, compressed where
 * the browser takes it, and the page at every address that a person may be at.
 * @param folder of the build
 * @throws MissingBuildError where nothing has been built there
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
      // A route for each file: one for all of them would take what the services are to refuse themselves.
      wildcard: false,
      // Each page has a nonce of its own, and compressed files are there to be chosen from alone.
      globIgnore: ['**/*.{html,br,gz}'],
      setHeaders: (reply, path) => {
        const named = relative(folder, path).startsWith('assets');
        reply.header('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('Content-Security-Policy', assetPolicy);
      },
    });
  };
}

/** The language chosen in this browser, as `src/app/i18n.ts` remembers it, before those that the browser asks for. */
function languagesOf({ headers }: FastifyRequest): string {
  const chosen = /(?:^|; )stock-horizon\.language=(\w+)/.exec(headers.cookie ?? '')?.[1];
  return [chosen, headers['accept-language']].join();
}

type Page = { html: string; nonce: string };

/** The dashboard's page, with the links that each address and language wants. */
async function readPages(folder: string): Promise<(url: string, languages: string) => Page> {
  const [html, build] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readFile(join(folder, '.vite/manifest.json'), 'utf8').then((text) => JSON.parse(text) as BuildManifest),
  ]).catch(() => {
    throw new MissingBuildError('The dashboard isn\'t built. Run "npm start" to build and start it.');
  });
  const templateWith = remembered((links: string) => pageTemplate(withLinks(html, links)));
  const pageAt = (url: string, languages: string) => templateWith(pageLinks(build, url, languages))();
  // One that has no place for the nonce is not to be found out by a person.
  pageAt('/', '');
  return pageAt;
}

const stylesheet = /<link rel="stylesheet"[^>]*>/g;

/**
 * The page with links more. Stylesheets stand before its root: there they hold up what comes after them, the page's code
 * among it, but not the drawing of what the body begins with. Styles that the code writes come later, and count.
 */
function withLinks(html: string, links: string): string {
  const linked = html.replace('</head>', () => `${links}</head>`);
  const sheets = linked.match(stylesheet)?.join('') ?? '';
  return linked.replaceAll(stylesheet, '').replace('<div id="root">', (root) => `${sheets}${root}`);
}

/** Whether a browser asks for a page: no page's address ends like a file's, or lies where the services are. */
function isPageLoad({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !/^\/(?:gateway|api|assets|healthz)(?:\/|$)|(?:\.|%2e)[^/]*$|^\/\//i.test(path)
  );
}

/** What the dashboard's page may load and do; only style tags with `nonce` count. */
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

/** What a file of the build may do where it is more than a part of the page: a worker goes by its own policy. */
const assetPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The page of the dashboard, written anew for every request with the nonce that its style tags carry.
 * @param html the built `index.html`
 * @throws TypeError where it has no place for the nonce
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
