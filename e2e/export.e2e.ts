import { expect } from '@playwright/test';

import { addDays, todayIn, type CalendarDate } from '#stock/calendar-date.ts';

import { test } from './own-person.ts';
import { check, lines, openOrder, paste } from './order-page.ts';
import {
  cellsOf,
  eventsOf,
  hasLibreOffice,
  hasLibrsvg,
  hasPoppler,
  pagesOfPdf,
  partsOf,
  recordsOf,
  serialOf,
  sheetsByLibreOffice,
  sizeOfPng,
  parseXml,
} from './saved-files.ts';
import { awkwardNames, canvas, clockChanges, onOrder } from './stock-fixture.ts';
import {
  readClipboard,
  expectSamePicture,
  fieldsOf,
  printFromBrowser,
  printReport,
  rowsOfReport,
  exportFile,
  clickExportItem,
} from './export-menu.ts';

const today = todayIn('UTC');

test.describe('a calendar', () => {
  test('has the service’s entries in CSV', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}`);
    const file = await exportFile(page, 'CSV');
    expect(file.name).toBe(`stock-calendar-${today}-${canvas.productId}.csv`);
    const answer = await page.request.get(`/gateway/availability?productId=${canvas.productId}`);
    const { entries } = ((await answer.json()) as { calendar: { entries: ServiceEntry[] } }).calendar;
    const records = recordsOf(file);
    const current = entries.filter(({ stockDate }) => stockDate >= addDays(today, -10));
    expect(records.map((record) => [record.Product, record.Date, record.Available, record['Max lead time']])).toEqual(
      current.map(({ stockDate, stockQuantity, isMaxLeadTime }) => [
        String(canvas.productId),
        stockDate,
        isMaxLeadTime ? '' : String(stockQuantity),
        isMaxLeadTime ? 'Max lead time' : '',
      ]),
    );
    expect(file.bytes.toString('utf8')).not.toContain('99999');
  });

  test('waits for the entries that it has', async ({ page }) => {
    await page.route('**/assets/calendar-side-*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.fallback();
    });
    await page.goto(`/products/${canvas.productId}`);
    await expect(page.getByRole('figure')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
    expect(recordsOf(await exportFile(page, 'CSV'))).toHaveLength(5);
  });

  test('keeps the order on screen, and past entries if shown', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}`);
    await page.getByRole('button', { name: 'Show 1 past entry' }).click();
    await page.getByRole('columnheader', { name: 'Available' }).getByRole('button').click();
    const onScreen = await page
      .getByRole('table', { name: 'Calendar entries' })
      .locator('tbody td[data-column="date"] time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(recordsOf(await exportFile(page, 'CSV')).map(({ Date: date }) => date)).toEqual(onScreen);
  });

  test('uses the region’s decimals and separators, and the interface language', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`/products/${canvas.productId}`);
    await page.getByRole('button', { name: 'Exportieren', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV-Einstellungen', exact: true }).click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Exportieren', exact: true }).click();
    const saved = await download;
    const bytes = await saved.createReadStream().then((stream) => stream.toArray());
    const records = recordsOf({ name: saved.suggestedFilename(), bytes: Buffer.concat(bytes as Buffer[]) }, ';');
    expect(records.map((record) => record.Verfügbar)).toContain('120,5');
    expect(records[0]?.Datum).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(records[0]).toMatchObject({ Abgerufen: expect.any(String), Quelle: expect.any(String), Zeilen: '5 von 5' });
    await context.close();
  });

  test('includes its source in every row if selected', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}`);
    await clickExportItem(page, 'CSV settings');
    await page.getByRole('checkbox', { name: 'Add date, source and filter to each row' }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    const saved = await download;
    const bytes = await saved.createReadStream().then((stream) => stream.toArray());
    const [record] = recordsOf({ name: '', bytes: Buffer.concat(bytes as Buffer[]) });
    expect(record?.Retrieved).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(record?.Source).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api \(BRU, 2510, BRU_GLO\)$/);
    expect([record?.Filter, record?.Rows]).toEqual([canvas.name, '5 of 5']);
  });

  test('is a workbook that LibreOffice reads with numbers and dates', async ({ page }) => {
    test.skip(!hasLibreOffice, 'LibreOffice (soffice) is not installed on this machine.');
    await page.goto(`/products/${canvas.productId}`);
    const file = await exportFile(page, 'Excel');
    expect(file.name).toBe(`stock-calendar-${today}-${canvas.productId}.xlsx`);
    const sheets = sheetsByLibreOffice(file);
    const [header, ...rows] = sheets.get('Harbour canvas, navy') ?? [];
    const at = (name: string) => header?.indexOf(name) ?? -1;
    expect(rows.map((row) => [row[at('Date')], row[at('Available')]])).toEqual([
      [addDays(today, -10), '80'],
      [addDays(today, 12), '120.5'],
      [addDays(today, 30), '60'],
      [addDays(today, 60), '410'],
      [addDays(today, 100), ''],
    ]);
    const about = new Map((sheets.get('About') ?? []).map(([label = '', value = '']) => [label, value]));
    expect(about.get('Market')).toBe('BRU, 2510, BRU_GLO');
    expect(about.get('Rows')).toBe('5 of 5');
  });

  test('is a workbook with a frozen header, a filter, and max lead time marked', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}`);
    const parts = partsOf(await exportFile(page, 'Excel'));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toContain('<autoFilter ref="A1:J6"/>');
    expect(sheet).not.toContain('99999');
    expect(parts.get('xl/workbook.xml')).toContain('name="About"');
  });

  test('is copied as a table for spreadsheets and mail', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/products/${canvas.productId}`);
    await clickExportItem(page, 'Copy table');
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const { text, html } = await readClipboard(page);
    expect(text.split(/\r?\n/)).toHaveLength(6);
    expect(text).toContain(`${addDays(today, 12)}\t12\t120.5\tm`);
    expect(html).toContain('<th');
    expect(html).toContain('HC-0001');
  });

  test('is printed as a report with its chart, table and source', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}?quantity=100`);
    await page.getByRole('figure', { name: 'Stock calendar' }).locator('svg').first().waitFor();
    const report = await printReport(page);
    expect(report).toContain('<thead>');
    expect(report).toContain('120.5');
    expect(report).toContain('BRU, 2510, BRU_GLO');
    expect(report).toContain('<svg');
    expect(report).not.toContain('99999');
  });

  test('is a self-contained picture', async ({ page }) => {
    await page.goto(`/products/${canvas.productId}?quantity=100`);
    await page.getByRole('figure', { name: 'Stock calendar' }).locator('svg').first().waitFor();
    const svg = await exportFile(page, 'SVG', ['White']);
    const text = svg.bytes.toString('utf8');
    const root = parseXml(text).documentElement;
    expect(root?.getElementsByTagName('title').item(0)?.textContent).toBe(`100\u00a0m of ${canvas.name}`);
    for (const words of [
      'Available quantity in m',
      'Quantity needed: 100\u00a0m',
      'any quantity, not backed',
      'Retrieved',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/ (?:class|style)=/);
    const png = await exportFile(page, 'PNG', ['Dark']);
    expect(sizeOfPng(png).width).toBe(Math.round(Number(root?.getAttribute('width')) * 2));
    if (hasLibrsvg) expectSamePicture(svg, await exportFile(page, 'PNG', ['White']));
  });

  test('is copied as a picture', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/products/${canvas.productId}?quantity=100`);
    await page.getByRole('figure', { name: 'Stock calendar' }).locator('svg').first().waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy picture', exact: true }).click();
    await page.getByRole('dialog', { name: 'Copy picture' }).getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
    expect(types).toEqual(['image/png']);
  });
});

test("the browser's own Print prints the menu’s report on every screen, and today as a date", async ({ page }) => {
  const listed = `/calendars?ids=${canvas.productId},${onOrder.productId},20007&quantity=5`;
  const screens: [string, string[]][] = [
    [`/?product=${canvas.productId}&quantity=10`, []],
    [`/products/${canvas.productId}`, []],
    [listed, ['This page', 'Products']],
    [`${listed}&view=heatmap`, ['This page', 'Heatmap']],
    [`${listed}&view=compare&selected=${canvas.productId},20007`, ['Selected rows', 'Products']],
    [`/order`, []],
  ];
  for (const [address, choices] of screens) {
    if (address === '/order') {
      await openOrder(page);
      await paste(page, lines(`${canvas.productId}\t10`, `${onOrder.productId}\t5`));
      await check(page);
    } else await page.goto(address);
    if (!/ids=[\d,]+&quantity=5$|order/.test(address)) {
      // A chart is drawn shortly before it scrolls into view, in place of a figure that waits for it.
      const figure = page.getByRole('figure').first();
      await expect(async () => {
        await figure.scrollIntoViewIfNeeded({ timeout: 1000 });
        await figure.locator('svg').first().waitFor({ timeout: 1000 });
      }).toPass();
    }
    const fromMenu = await printReport(page, choices);
    const { report, pdf } = await printFromBrowser(page);
    expect(await rowsOfReport(page, report), address).toEqual(await rowsOfReport(page, fromMenu));
    expect(report.includes('<svg'), address).toBe(fromMenu.includes('<svg'));
    expect(pdf.length).toBeLessThan(500_000);
    if (!hasPoppler) continue;
    const { pages } = pagesOfPdf(pdf);
    expect(pages.length, address).toBeLessThan(3);
    for (const word of [String(canvas.productId), 'Retrieved']) expect(pages[0], address).toContain(word);
  }
});

test("the browser's own Print prints the report, even in a browser that is never idle", async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 3 });
  const listed = `/calendars?ids=${canvas.productId},${onOrder.productId}`;
  const { name } = canvas;
  const screens = [
    [`/?product=${canvas.productId}&quantity=10`, page.getByRole('region', { name: 'Result', exact: true }), name],
    [`/products/${canvas.productId}`, page.getByRole('table', { name: 'Calendar entries' }), name],
    [listed, page.getByRole('table', { name: 'Products' }), 'page 1 of 1'],
    [`${listed}&view=heatmap`, page.getByRole('figure').first(), 'page 1 of 1'],
  ] as const;
  for (const [address, shown, words] of screens) {
    await page.goto(address);
    await shown.waitFor();
    // The report's code loads beside the page.
    await expect(async () => {
      const { report } = await printFromBrowser(page);
      expect(report, address).toContain(words);
      expect((await rowsOfReport(page, report)).length, address).toBeGreaterThan(0);
    }).toPass();
  }
});

test('late and unavailable lines of an order are a report, worst first', async ({ page }) => {
  await openOrder(page);
  const [soon, later] = [addDays(today, 2), addDays(today, 5)];
  await paste(page, lines('20007\t2', `20001\t100\t${later}`, '20003\t1000', `20002\t5\t${soon}`));
  await check(page);
  await clickExportItem(page, 'Late and at risk');
  const dialog = page.getByRole('dialog', { name: 'Late and at risk' });
  await expect(dialog.getByRole('row')).toHaveCount(4);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV', exact: true }).click();
  const bytes = await (await download).createReadStream().then((stream) => stream.toArray());
  const records = recordsOf({ name: '', bytes: Buffer.concat(bytes as Buffer[]) });
  expect(records.map((each) => [each.Line, each.Product, each['Days late'], each['Short by'], each.Status])).toEqual([
    ['3', '20003', '', '970', 'Not available'],
    ['4', '20002', '43', '5', 'Max lead time'],
    ['2', '20001', '7', '20', 'Expected'],
  ]);
  expect(records[2]).toMatchObject({ 'Next increase': addDays(today, 12), Increase: '40.5' });
});

for (const timezoneId of ['America/New_York', 'Pacific/Auckland']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('keeps every date in every file', async ({ page }) => {
      test.slow();
      const dates = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-09-26'];
      await page.goto(`/products/${clockChanges.productId}`);
      expect(recordsOf(await exportFile(page, 'CSV')).map(({ Date: date }) => date)).toEqual(dates);
      expect(cellsOf(await exportFile(page, 'Excel')).map(({ Date: date }) => date)).toEqual(dates.map(serialOf));

      await page.goto(`/?product=${clockChanges.productId}&quantity=15`);
      const answered = cellsOf(await exportFile(page, 'Excel')).map((row) => row['Stock date']);
      expect(answered.slice(0, 2)).toEqual(['2027-03-28', '2027-03-14'].map(serialOf));
      const [event] = eventsOf(await exportFile(page, 'Calendar file (.ics)'));
      expect(event).toMatchObject({ start: '2027-03-28', isDay: true });

      await page.goto(`/calendars?ids=${clockChanges.productId}&quantity=15`);
      await page.getByRole('table', { name: 'Products' }).waitFor();
      const entries = ['All rows', 'Calendar entries'];
      expect(recordsOf(await exportFile(page, 'CSV', entries)).map(({ Date: date }) => date)).toEqual(dates);
      expect(cellsOf(await exportFile(page, 'Excel', entries)).map(({ Date: date }) => date)).toEqual(
        dates.map(serialOf),
      );
      const [listed] = recordsOf(await exportFile(page, 'CSV', ['All rows', 'Products']));
      expect(listed).toMatchObject({ 'Ship date for 15': '2027-03-28', 'Max lead time': '2027-09-26' });

      await openOrder(page);
      await paste(page, lines(`${clockChanges.productId}\t15\t2027-04-04`));
      await check(page);
      const [line] = recordsOf(await exportFile(page, 'CSV'));
      expect(line).toMatchObject({ 'Ship by': '2027-04-04', 'Ship date': '2027-03-28' });
      const [row] = cellsOf(await exportFile(page, 'Excel'));
      expect(row).toMatchObject({ 'Ship by': serialOf('2027-04-04'), 'Ship date': serialOf('2027-03-28') });
      const promised = eventsOf(await exportFile(page, 'Calendar file (.ics)'));
      expect(promised.map(({ start, isDay }) => [start, isDay])).toContainEqual(['2027-03-28', true]);
    });
  });
}

test.describe('a result', () => {
  test('is exported with its quantity breaks in every format, and the service’s own result', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const response = await page.request.get(`/gateway/availability?productId=${canvas.productId}&quantity=100`);
    const { result } = (await response.json()) as { result: { stockResult: { date: CalendarDate } } };
    const answered = result.stockResult.date;
    const wanted = [
      ['Needed', '100', answered, 'Expected'],
      ['Up to', '80', addDays(today, -10), 'In stock'],
      ['Up to', '120.5', addDays(today, 12), 'Expected'],
      ['Up to', '410', addDays(today, 60), 'Expected'],
      ['Above', '410', addDays(today, 100), 'Max lead time'],
    ] as const;
    const withDates = (written: (date: string) => string) =>
      wanted.map(([line, quantity, date, status]) => [line, quantity, written(date), status]);

    await page.goto(`/?product=${canvas.productId}&quantity=100`);
    const csv = await exportFile(page, 'CSV');
    expect(csv.name).toBe(`stock-availability-${today}.csv`);
    expect(answersIn(recordsOf(csv))).toEqual(wanted);
    expect(recordsOf(csv)[0]?.Note, 'later demand is named').toMatch(
      /^Later demand: available quantity drops to 60\sm on /,
    );
    expect(answersIn(cellsOf(await exportFile(page, 'Excel')))).toEqual(withDates(serialOf));

    await clickExportItem(page, 'Copy table');
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const { text, html } = await readClipboard(page);
    expect(answersIn(fieldsOf(text))).toEqual(wanted);
    expect(html).toContain('<em>Max lead time</em>');

    const onPaper = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const report = await printReport(page);
    const written = (date: string) => onPaper.format(Date.parse(date <= today ? today : date));
    const reported = (await rowsOfReport(page, report)).map((row) =>
      Object.assign(row, { 'Stock date': row['Ship date'] ?? '' }),
    );
    expect(answersIn(reported)).toEqual(withDates(written));
    expect(report).toContain('<svg');
    expect(report).toContain('BRU, 2510, BRU_GLO');
    expect(report.split(canvas.sku), 'what all rows share stands once').toHaveLength(2);

    const svg = await exportFile(page, 'SVG', ['White']);
    const picture = parseXml(svg.bytes.toString('utf8')).documentElement;
    expect(picture?.getElementsByTagName('title').item(0)?.textContent).toContain(canvas.name);
    expect(svg.bytes.toString('utf8')).toContain('Retrieved');
    const png = await exportFile(page, 'PNG', ['Transparent']);
    expect([svg.name, png.name]).toEqual([`stock-availability-${today}.svg`, `stock-availability-${today}.png`]);
    expect(sizeOfPng(png).width).toBe(Math.round(Number(picture?.getAttribute('width')) * 2));
  });

  test('prints its chart before it was scrolled into view', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 200 });
    const code = page.waitForResponse(/\/stock-chart-/);
    await page.goto(`/?product=${canvas.productId}&quantity=100`);
    await code;
    await page.waitForLoadState('networkidle');
    // The chart's code is run in an idle moment.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 500))));
    await expect(page.getByRole('figure').getByLabel('Loading')).toBeAttached();
    expect((await printFromBrowser(page)).report).toContain('>100&nbsp;m needed<');
  });

  test('is compared with a ship-by date', async ({ page }) => {
    const shipBy = addDays(today, 5);
    await page.goto(`/?product=${canvas.productId}&quantity=100&shipBy=${shipBy}`);
    const [requested, upTo] = recordsOf(await exportFile(page, 'CSV'));
    expect(requested).toMatchObject({ 'Ship by': shipBy, 'Days late': '7', 'Short by': '20' });
    expect(upTo).toMatchObject({ 'Days late': '', 'Short by': '' });
  });

  test('is marked as max lead time in the calendar file', async ({ page }) => {
    await page.goto(`/?product=${onOrder.productId}&quantity=10`);
    const file = await exportFile(page, 'Calendar file (.ics)');
    expect(file.name).toBe(`stock-availability-${today}.ics`);
    const [event] = eventsOf(file);
    expect(event?.start).toBe(addDays(today, 45));
    expect(event?.description).toContain('subject to the maximum lead time');
  });

  test('has a link that opens the same result for another user', async ({ page, context, browser }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/?product=${canvas.productId}&quantity=100`);
    await page.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    const date = other.getByRole('region', { name: 'Result', exact: true }).locator('time').first();
    await expect(date).toHaveAttribute('datetime', addDays(today, 12));
    await other.context().close();
  });
});

for (const { productId, name } of awkwardNames) {
  test(`a product named ${JSON.stringify(name)} is escaped correctly in every format`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/products/${productId}`);
    const harmless = /^[=-]/.test(name) ? `'${name}` : name;
    const sku = `00${productId - 20_000}`;
    expect(recordsOf(await exportFile(page, 'CSV')).map((record) => [record.Name, record.SKU])).toEqual(
      Array.from({ length: 3 }, () => [harmless, sku]),
    );
    const file = await exportFile(page, 'Excel');
    const sheet = parseXml(partsOf(file).get('xl/worksheets/sheet1.xml') ?? '');
    const texts = Array.from(sheet.getElementsByTagName('t'), (text) => text.textContent);
    expect(texts.filter((text) => text === name)).toHaveLength(3);
    expect(Array.from(sheet.getElementsByTagName('f'))).toEqual([]);
    await clickExportItem(page, 'Copy table');
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    const { text, html } = await readClipboard(page);
    expect(text).toContain(`\t${harmless.replaceAll('\n', ' ')}\t${sku}\t`);
    expect(html).not.toMatch(/<td[^>]*>[=-][^\d<]/);
  });
}

test('words around a date are in the interface language in every format', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => localStorage.setItem('stock-horizon.format', 'de-DE'));
  await page.goto(`/?product=${canvas.productId}&quantity=100`);
  const answer = page.getByRole('region', { name: 'Result', exact: true });
  await expect(answer).toContainText('in 12 days');
  await answer.getByRole('button', { name: 'Copy for customer' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const { text } = await readClipboard(page);
  expect(text).toContain('We can ship 100\u00a0m on ');
  expect(text).toMatch(/Checked on \d+\. \S+ \d{4}, \d{1,2}:\d\d\./);
  const report = await printReport(page);
  const shipDates = (await rowsOfReport(page, report)).map((row) => row['Ship date']);
  expect(shipDates.slice(0, 2)).toEqual(Array(2).fill(expect.stringMatching(/^\d+\. \S+ \d{4}$/)));
});

/** Picks the fields of an answer's rows that every format contains. */
function answersIn(rows: Record<string, string>[]): (string | undefined)[][] {
  return rows.map((row) => [row.Line, row.Quantity, row['Stock date'], row.Status]);
}

interface ServiceEntry {
  stockDate: CalendarDate;
  stockQuantity: number;
  isMaxLeadTime: boolean;
}
