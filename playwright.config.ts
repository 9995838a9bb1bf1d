import { defineConfig } from '@playwright/test';

import { demoServer, stockServer, upstreamServer } from './e2e/servers.ts';

const serialTests = '**/{time-zones,upstream}.e2e.ts';

/** The built dashboard and the real service, in Chromium. `npm test` finds the browser and sets its path. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  // Files whose tests run one after another start first, or all other workers would wait for them in the end.
  projects: [
    { name: 'serial', testMatch: serialTests },
    { name: 'parallel', testMatch: '**/*.e2e.ts', testIgnore: serialTests },
  ],
  // Tests mostly wait for their servers: three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: stockServer.url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // Without a GPU each frame of an animation is drawn by the processor, a quarter of a page load.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [stockServer, demoServer, upstreamServer].map(({ port, url, contents }) => ({
    command: `node node_modules/tsx/dist/cli.mjs e2e/serve.ts ${port} ${contents}`,
    url: `${url}/healthz`,
    reuseExistingServer: false,
    timeout: 60_000,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
  })),
});
