import { fileURLToPath } from 'node:url';

import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { linguiMacros } from './scripts/lingui-macros.mjs';
import { precompress } from './scripts/precompress.mjs';

/** The dashboard, built to `dist/client`. The server has a build of its own (`vite.server.config.ts`). */
export default defineConfig({
  plugins: [linguiMacros() as Plugin, react(), lingui(), stylesInOrder(), precompress() as Plugin],
  resolve: {
    alias: [
      // Mantine's own sets every field's id anew once it is there, which draws a page's fields twice, and at once:
      // half of what a phone computes as a page opens. Nothing is rendered on a server here, so React's own will do.
      { find: /^.*\/use-id\/use-id\.mjs$/, replacement: fileURLToPath(new URL('src/ui/use-id.ts', import.meta.url)) },
    ],
  },
  build: {
    outDir: 'dist/client',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page starts with is one file: it compresses better, and costs one request.
            { name: 'start', tags: ['$initial'] },
            // What charts are steered by is another, and a third what pages of tables build on, of the kit and the
            // libraries beneath it: a page of tables would start with some fifty small files.
            {
              name: 'controls',
              test: /\/@mantine\/(?:hooks|core\/esm\/(?:core|utils)|core\/\S+\/(?:SegmentedControl|FloatingIndicator|Slider))[/.]/,
              minShareCount: 2,
            },
            {
              name: 'kit',
              test: /\/src\/ui\/(?!action-menu|date-calendar|dialog|option-list|popover-panel|tooltip)|\/node_modules\/@(?:mantine|tanstack)\/(?!\S+\/(?:Combobox|FocusTrap|Menu|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Table|Tooltip)[/.]|(?:react-virtual|virtual-core)\/)/,
              minShareCount: 2,
            },
            // What opens over a page comes with the first of it.
            {
              name: 'overlays',
              test: /\/(?:src\/ui|node_modules\/@(?:mantine|floating-ui))\/.*\.m?[jt]sx?$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  // The server holds Host and Origin against each other, so the proxy leaves both as they are.
  server: { proxy: { '/gateway': { target: 'http://127.0.0.1:8080' }, '/api': { target: 'http://127.0.0.1:8080' } } },
});

/**
 * Links the styles of what is loaded later behind those that a page starts with, which stand in its body
 * (`src/server/dashboard.ts`): Vite's own way is the end of its head, before them.
 */
function stylesInOrder(): Plugin {
  const [ownWay, inOrder] = ['document.head.appendChild(link)', "document.getElementById('root').before(link)"];
  return {
    name: 'styles-in-order',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(ownWay)) throw new Error(`Vite's preload helper has no "${ownWay}" any more.`);
        return code.replace(ownWay, inOrder);
      },
    },
  };
}
