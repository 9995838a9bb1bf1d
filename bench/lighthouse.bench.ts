// Runs Lighthouse on each page with data, for desktop and phone; medians of 5. `RUNS` overrides the number, `SCREENS` sets
// the addresses, separated by spaces, `PRESET` selects `Desktop` or `Phone`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

import { chromiumPath } from './bench-browser.ts';
import { median } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printTable } from './table.ts';

const port = 8196;
const runs = Number(process.env.RUNS ?? 5);
const all = '/ /?product=12345&quantity=250 /order /calendars /products/12345?quantity=250 /connection';
const screens = (process.env.SCREENS ?? all).split(' ');
const categories = ['performance', 'accessibility', 'best-practices'];
const audits = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];
const folder = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'));

const server = await startServer([process.execPath, 'dist/server/main.js'], port, folder);
await untilHealthy(port);
const chrome = await launch({
  chromePath: chromiumPath,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});

/** Scores of 100 and metrics of one page load. */
async function measure(screen: string, config: typeof desktopConfig | undefined): Promise<number[]> {
  const url = `http://127.0.0.1:${port}${screen}`;
  const result = await lighthouse(url, { port: chrome.port, onlyCategories: categories }, config);
  if (!result) throw new Error(`Lighthouse gave nothing for ${screen}.`);
  const { lhr } = result;
  return [
    ...categories.map((category) => (lhr.categories[category]?.score ?? Number.NaN) * 100),
    ...audits.map((audit) => lhr.audits[audit]?.numericValue ?? Number.NaN),
  ];
}

for (const [preset, config] of [
  ['Desktop', desktopConfig],
  ['Phone', undefined],
] as const) {
  if (preset !== (process.env.PRESET ?? preset)) continue;
  const rows: string[][] = [];
  for (const screen of screens) {
    const loads: number[][] = [];
    for (let run = 0; run < 2 * runs && loads.length < runs; run += 1) {
      const load = await measure(screen, config);
      // Lighthouse occasionally detects no paint and returns no score.
      if (!load.some(Number.isNaN)) loads.push(load);
    }
    const medians = (loads[0] ?? []).map((_, at) => figure(median(loads.map((load) => load[at] ?? Number.NaN))));
    const scores = loads.map(([performance = Number.NaN]) => performance);
    rows.push([screen, ...medians, `${figure(Math.min(...scores))} to ${figure(Math.max(...scores))}`]);
  }
  const header = ['Screen', 'Performance', 'Accessibility', 'Best practices', 'FCP, ms', 'LCP, ms', 'TBT, ms', 'CLS'];
  printTable(`${preset}, medians of ${runs} loads`, [...header, 'Performance of all'], rows);
}

chrome.kill();
await stopServer(server);
rmSync(folder, { recursive: true });
