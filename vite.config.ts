import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { precompress } from './scripts/precompress.mjs';

/** Lingui's macros are the one thing that needs Babel: only the files that use them pass through it. */
const linguiMacros = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
});

/** The dashboard, built to `dist/client`. The server has a build of its own (`vite.server.config.ts`). */
export default defineConfig({
  plugins: [react(), babel({ presets: [linguiMacros] }), lingui(), precompress() as Plugin],
  build: { outDir: 'dist/client', manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The server holds Host and Origin against each other, so the proxy leaves both as they are.
  server: { proxy: { '/gateway': { target: 'http://127.0.0.1:8080' }, '/api': { target: 'http://127.0.0.1:8080' } } },
});
