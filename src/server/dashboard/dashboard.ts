import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { problemFor, sendProblem } from '#server/service/problem-reply.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

import { assetPolicy, pagePolicy } from './content-policy.ts';
import { PageTemplate } from './page-template.ts';

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
    const page = new PageTemplate(await readPage(folder));
    const sendPage = (reply: FastifyReply) => {
      const { html, nonce } = page.write();
      return reply.header('Content-Security-Policy', pagePolicy(nonce)).type('text/html; charset=utf-8').send(html);
    };

    app.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFor(error, request)));
    app.setNotFoundHandler((request, reply) => {
      if (isPageLoad(request)) return sendPage(reply);
      throw nothingHere();
    });
    app.route({ method: 'GET', url: '/', handler: (_request, reply) => sendPage(reply) });
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

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    throw new MissingBuildError('The dashboard has not been built. Start with "npm start", which builds it first.');
  }
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

function nothingHere(): ServiceProblem {
  return new ServiceProblem('not-found', 'Nothing is at this address.');
}
