import { launch } from 'chrome-launcher';
import { type Browser, chromium, type Page } from 'playwright-core';

import { chromiumPath } from './bench-browser.ts';

/** A hold on a browser that goes on without it. */
interface Attached {
  browser: Browser;
  page: Page;
  /** Lets go of the browser; its page goes on. */
  detach: () => Promise<void>;
}

interface PersonBrowser {
  /** Its one page, to be looked at or led. A browser keeps what its page loads for as long as somebody is attached. */
  attach: () => Promise<Attached>;
  close: () => void;
}

/**
 * A Chromium with a profile on disk, as a person has one. Playwright's own contexts have none: what a page puts on its
 * disk is kept in memory there.
 * @param downloads the folder that files are saved to
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
