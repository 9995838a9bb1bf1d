import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

/** The Chromium that is measured: `CHROME_PATH`, else the system's, else Playwright's own. */
export const chromiumPath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

/** A headless Chromium that does nothing beside what it is asked to. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
