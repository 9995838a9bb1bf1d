import { fileURLToPath } from 'node:url';

import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { lazyPages } from './scripts/lazy-pages.mjs';
import { linguiMacros } from './scripts/lingui-macros.mjs';
import { precompress } from './scripts/precompress.mjs';

/** Builds the dashboard to `dist/client`. The server has its own build (`vite.server.config.ts`). */
export default defineConfig({
  plugins: [
    linguiMacros() as Plugin,
    react(),
    lingui(),
    stylesInOrder(),
    lazyPages() as Plugin,
    precompress() as Plugin,
  ],
  resolve: {
    alias: [
      // Mantine's useId changes every field's ID after mount, so all fields render twice: 7 to 16 % of the main thread's
      // work when a page opens. Without server rendering, React's useId is sufficient.
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
            // One file for the code that every page starts with: better compression and a single request.
            { name: 'start', tags: ['$initial'] },
            // One file for chart controls and one for tables, including the kit and libraries they use. Otherwise a page
            // with tables would load some fifty small files. What only dialogs, one panel or one page use isn't in them.
            {
              name: 'controls',
              test: /\/@mantine\/(?:hooks|core\/esm\/(?:core|utils)|core\/\S+\/(?:SegmentedControl|FloatingIndicator|Slider))[/.]/,
              minShareCount: 2,
            },
            {
              name: 'kit',
              test: /\/src\/ui\/(?!action-menu|date-calendar|dialog|option-list|popover-panel|tooltip)|\/node_modules\/@(?:mantine|tanstack)\/(?!form\/|\S+\/(?:Combobox|FocusTrap|Menu|Modal|ModalBase|NumberInput|Overlay|Popover|Portal|Radio|ScrollArea|Table|Textarea|Tooltip)[/.]|(?:react-virtual|virtual-core)\/)/,
              minShareCount: 2,
            },
            // One file for what many pages share: a phone waits longer for fifty requests of a kilobyte than for one.
            {
              name: 'shared',
              test: /\/src\/(?:data|parts(?!\/(?:chart|grid))|stock(?!\/order-list))\/.*\.ts$|\/node_modules\/lucide-react\//,
              minShareCount: 4,
            },
            // One file for everything that opens over a page.
            {
              name: 'overlays',
              test: /\/(?:src\/ui\/|node_modules\/@(?:mantine\/(?!form\/|\S+\/NumberInput[/.])|floating-ui\/)).*\.m?[jt]sx?$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  // The server compares Host and Origin, so the proxy must not change them.
  server: { proxy: { '/gateway': { target: 'http://127.0.0.1:8080' }, '/api': { target: 'http://127.0.0.1:8080' } } },
});

/**
 * Inserts lazily loaded style sheets after the page's initial ones, which are in the body (`src/server/dashboard.ts`).
 * Vite would append them to the head, before the initial ones.
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
