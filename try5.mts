import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.on('console', (m) => {
  if (m.type() === 'error') console.log('console', m.text().slice(0, 300));
});
page.on('pageerror', (e) => console.log('pageerror', e.message));
let n = 0;
page.on('request', (r) => {
  if (r.url().includes('/gateway/')) n++;
});
await page.goto('http://127.0.0.1:8320/calendars?all=true');
const t = Date.now();
for (let i = 0; i < 12; i++) {
  await page.waitForTimeout(2500);
  console.log(
    Date.now() - t,
    n,
    await page
      .getByRole('region', { name: 'Summary' })
      .innerText()
      .then((x) => x.replace(/\n/g, ' | ').slice(0, 160))
      .catch(() => '-'),
  );
  if (
    n > 0 &&
    (
      await page
        .getByRole('region', { name: 'Summary' })
        .innerText()
        .catch(() => '')
    ).includes('asked')
  ) {
  }
}
await page.screenshot({ path: '/tmp/shots/cals-all.png' });
await browser.close();
