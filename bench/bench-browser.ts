import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

/** Path of the measured Chromium: `CHROME_PATH`, the system's, or Playwright's own. */
export const chromiumPath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

/** Launches a headless Chromium without background activity. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
