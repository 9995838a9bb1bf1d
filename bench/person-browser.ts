import { launch } from 'chrome-launcher';
import { type Browser, chromium, type Page } from 'playwright-core';

import { chromiumPath } from './bench-browser.ts';

/** A connection to a browser that continues without it. */
interface Attached {
  browser: Browser;
  page: Page;
  /** Disconnects; the page continues. */
  detach: () => Promise<void>;
}

interface PersonBrowser {
  /** Connects to the only page. While a client is attached, the browser retains everything the page loads. */
  attach: () => Promise<Attached>;
  close: () => void;
}

/**
 * Launches Chromium with a profile on disk, like a user's. Playwright's contexts keep a page's storage in memory.
 * @param downloads folder for saved files
 */
export async function openPersonBrowser(downloads?: string): Promise<PersonBrowser> {
  const chrome = await launch({
    chromePath: chromiumPath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--lang=en-US'],
    ...(downloads !== undefined && {
      prefs: { download: { default_directory: downloads, prompt_for_download: false } },
    }),
  });
  return {
    attach: async () => {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
      const page = browser.contexts()[0]?.pages()[0];
      if (page === undefined) throw new Error('Chromium has no page.');
      return { browser, page, detach: () => browser.close() };
    },
    close: () => chrome.kill(),
  };
}
