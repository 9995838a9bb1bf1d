// Lighthouse on desktop for each screen with its answer shown; median of 5.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

import { chromiumPath } from './bench-browser.ts';
import { median } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';

const port = 8196;
const categories = ['performance', 'accessibility', 'best-practices'];
const folder = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'));

const server = startServer([process.execPath, 'dist/server/main.js'], port, folder);
await untilHealthy(port);
const chrome = await launch({
  chromePath: chromiumPath,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});

for (const path of ['/', '/?product=12345&quantity=250', '/products/12345?quantity=250', '/order', '/calendars']) {
  const scores: Record<string, number[]> = {};
  const contentfulPaints: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const url = `http://127.0.0.1:${port}${path}`;
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: categories }, desktopConfig);
    if (!result) throw new Error(`Lighthouse gave nothing for ${path}.`);
    contentfulPaints.push(result.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
    for (const category of categories) {
      (scores[category] ??= []).push((result.lhr.categories[category]?.score ?? Number.NaN) * 100);
    }
  }
  const words = categories.map((category) => `${category} ${median(scores[category] ?? []).toFixed(0)}`);
  console.log(`${path}: ${words.join(', ')}, largest contentful paint ${median(contentfulPaints).toFixed(0)} ms`);
}

chrome.kill();
await stopServer(server);
rmSync(folder, { recursive: true });
