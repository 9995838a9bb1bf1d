import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { linguiMacros } from './scripts/lingui-macros.mjs';

export default defineConfig({
  plugins: [linguiMacros() as Plugin, react(), lingui()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{lib,contract,domain,api,components,pages,app}/**/*.test.{ts,tsx}'],
          environment: 'node',
          // A property of some hundred runs may meet a busy machine; no test asserts a time.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['src/server/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
