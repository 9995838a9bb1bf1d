import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from './prepare.mjs';

/**
 * Vite plugin: writes the source of each lazily loaded page by its address (`{"/orders": "src/orders/orders-page.tsx"}`),
 * as the router has it, so that the server can link a page's files in its HTML.
 */
export function lazyPages() {
  return {
    name: 'lazy-pages',
    apply: 'build',
    async generateBundle() {
      const source = JSON.stringify(lazyPagesIn(await readFile(join(root, 'src/router.tsx'), 'utf8')));
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source });
    },
  };
}

/**
 * Reads the routes of the router's code.
 * @param {string} router
 * @returns {Record<string, string>}
 */
export function lazyPagesIn(router) {
  const routes = router.split('createRoute({').slice(1);
  const pages = routes
    .filter((route) => route.includes('lazyRouteComponent('))
    .map((route) => {
      const [, path, module] =
        /^\s*getParentRoute[^\n]*\s*path: '([\w/-]+)'[^]*lazyRouteComponent\(\(\) => import\('#([^']+)'\)/.exec(
          route,
        ) ?? [];
      if (!path) throw new Error(`A page of the router has no fixed path or no lazy module: ${route.slice(0, 200)}`);
      return [path, `src/${module}`];
    });
  return Object.fromEntries(pages);
}
