import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { linguiMacros } from './scripts/lingui-macros.mjs';

export default defineConfig({
  plugins: [linguiMacros() as Plugin, react(), lingui()],
  test: {
    maxWorkers: '100%',
    setupFiles: 'scripts/seeded-properties.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/server/**'],
          environment: 'node',
          // Pure functions leave no state behind; stubbed globals are restored.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          // Some tests take seconds, and a hundred times that on a busy machine; no test asserts a time.
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['src/server/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/server/**/postgres-*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Tests that depend on the store, again on PostgreSQL, plus PostgreSQL's own tests.
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'src/server/{app,start-server,postgres-start}.test.ts',
            'src/server/metrics.test.ts',
            'src/server/sign-in/company-routes.test.ts',
            'src/server/store/*.test.ts',
            'src/server/{keys,customer-links,orders,promises,notifications}/*.test.ts',
            'src/server/mcp/mcp-app.test.ts',
            'src/server/import/{run-import,stock-files,import-command,kill-import}.test.ts',
            'src/server/service/stock-*.test.ts',
            'src/server/lookup/{embedded-lookup,calendar-indexes,calendar-observer}.test.ts',
            'src/server/api-check/run-api-check.test.ts',
            'src/server/gateway/{stock,products,calendars,changes,observed-changes,session,api-check,upstream-sign-in,foreign-persons}.test.ts',
          ],
          exclude: ['src/server/store/{sqlite-*,product-query}.test.ts'],
          globalSetup: 'scripts/postgres-for-tests.ts',
          env: { STORE_UNDER_TEST: 'postgres' },
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
