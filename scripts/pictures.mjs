// Takes the README's pictures of the built dashboard with the demo data: `npm run pictures`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { ensureBuilt, ensureChromium, root } from './prepare.mjs';

const [desktop, phone] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Each with its address, and with lines to paste. */
const pictures = [
  { name: 'availability-1440-light', path: '/?product=10004&quantity=550', size: desktop, theme: 'light' },
  { name: 'availability-390-light', path: '/?product=10004&quantity=550', size: phone, theme: 'light' },
  { name: 'calendar-1440-dark', path: '/?product=10004&quantity=550&shipBy=SOON', size: desktop, theme: 'dark' },
  { name: 'calendars-1440-light', path: '/calendars?quantity=40&unit=m', size: desktop, theme: 'light' },
  { name: 'overview-1440-light', path: '/overview?quantity=40&unit=m', size: desktop, theme: 'light' },
  {
    name: 'order-1440-light',
    path: '/order',
    size: desktop,
    theme: 'light',
    lines: ['10001\t300', '10004\t250', '10009\t40', '10010\t12', '10012\t80'],
  },
];

ensureBuilt();
const executablePath = await ensureChromium();
const data = mkdtempSync(join(tmpdir(), 'stock-horizon-pictures-'));
const url = `http://127.0.0.1:${process.env.PORT ?? '8189'}`;
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, PORT: new URL(url).port, DATA_DIR: data },
});
try {
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await new Promise((done) => setTimeout(done, 200));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  for (const picture of pictures) await take(browser, picture);
  await browser.close();
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

async function take(browser, { name, path, size, theme, lines }) {
  const page = await browser.newPage({ viewport: size, colorScheme: theme, locale: 'en-US', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  const soon = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(url + path.replace('SOON', soon));
  await page
    .locator(lines ? 'main [role="grid"]' : 'main :is(table, figure)')
    .first()
    .waitFor();
  if (lines) {
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      ['Product\tQuantity', ...lines].join('\n'),
    );
    await page.getByRole('grid').getByText('10012', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Order summary' }).getByRole('time').first().waitFor();
  }
  // Charts and tables replace their placeholders. A phone's chart waits behind the bars at the bottom until it is scrolled to.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [class*="Skeleton"]')].every(
      (each) => each.getBoundingClientRect().top > innerHeight - 120,
    ),
  );
  await page.evaluate(() => document.fonts.ready.then(() => document.activeElement?.blur()));
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(root, 'docs', 'images', `${name}.png`) });
  await page.close();
  console.log(`docs/images/${name}.png`);
}
