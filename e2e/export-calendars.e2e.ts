import { readFile } from 'node:fs/promises';

import { expect, test } from '@playwright/test';

import { addDays, type CalendarDate, todayIn } from '#stock/calendar-date.ts';

import {
  cellsOf,
  eventsOf,
  hasLibreOffice,
  hasPoppler,
  pagesOfPdf,
  partsOf,
  recordsOf,
  sheetsByLibreOffice,
} from './saved-files.ts';
import { lessToday, routeChanges } from './calendars-page.ts';
import { demoServer } from './servers.ts';
import { awkwardNames } from './stock-fixture.ts';
import {
  allowClipboard,
  confirmChoices,
  readClipboard,
  fieldsOf,
  interceptedReport,
  interceptPrint,
  printFromBrowser,
  printReport,
  denyClipboard,
  rowsOfReport,
  expectPictures,
  exportFile,
  clickExportItem,
} from './export-menu.ts';

const today = todayIn('UTC');
const listed = '/calendars?ids=20001,20002,20003,20004,20007&quantity=100';

/** Formats a date as in a printed report. */
const mediumDate = (date: CalendarDate) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));

/** A row of `/gateway/calendars`. */
interface ListedRow {
  product: { productId: number; name: string; sku: string };
  entries: { stockQuantity: number }[];
}

interface ListedProduct {
  product: { productId: number };
  entries: { stockDate: string; stockQuantity: number; isMaxLeadTime: boolean }[];
}

test('this page is exported as the table shows it', async ({ page }) => {
  await page.goto(listed);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const file = await exportFile(page, 'CSV', ['This page']);
  expect(file.name).toBe(`stock-calendars-${today}.csv`);
  const records = recordsOf(file);
  const wanted = records.map((each) => [
    each.Product,
    each['Available today'],
    each['Ship date for 100'],
    each.Status,
    each['Max lead time dates'],
  ]);
  expect(wanted).toEqual([
    ['20001', '80', addDays(today, 12), 'Within 30 days', ''],
    ['20002', '0', addDays(today, 45), 'Max lead time only', 'First ship date, Ship date for 100'],
    ['20003', '10.25', '', 'Not available', ''],
    ['20004', '0', '', 'Not available', ''],
    ['20007', '5.5', addDays(today, 8), 'Within 30 days', ''],
  ]);
  expect(records[4]?.Name).toBe(`'=HYPERLINK("http://x")`);
  const { 'Available quantity drops on': dropsOn, 'Available quantity drops to': dropsTo } = records[0] ?? {};
  expect([dropsOn, dropsTo], 'a later shortage').toEqual([addDays(today, 30), '60']);
  expect(file.bytes.toString('utf8')).not.toContain('99999');
});

test('all exported entries equal the service’s', async ({ page }) => {
  await page.goto('/calendars?pageSize=10');
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const records = recordsOf(await exportFile(page, 'CSV', ['All rows', 'Calendar entries']));
  const answer = await page.request.get('/gateway/calendars?page=1&pageSize=250');
  const { rows } = (await answer.json()) as { rows: ListedProduct[] };
  const entries = rows.flatMap(({ product, entries: listedEntries }) =>
    listedEntries.map(({ stockDate, stockQuantity, isMaxLeadTime }) =>
      [product.productId, stockDate, isMaxLeadTime ? '' : stockQuantity].join(' '),
    ),
  );
  expect(records.map((each) => [each.Product, each.Date, each.Available].join(' '))).toEqual(entries);
});

test('selected rows persist across pages, in the order of selection', async ({ page }) => {
  await page.goto('/calendars?ids=20001,20002,20003&selected=20003,20001');
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const records = recordsOf(await exportFile(page, 'CSV', ['Selected rows']));
  expect(records.map(({ Product }) => Product)).toEqual(['20001', '20003']);
});

test('the file states that it is one page of several, and demo data', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?page=2&pageSize=25`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const file = await exportFile(page, 'CSV', ['This page']);
  expect(file.name).toBe(`stock-calendars-${today}-page-2-of-200-demo-data.csv`);
  const [first] = recordsOf(file);
  expect(first).toMatchObject({ Rows: '25 of 5000', Filter: 'All products, page 2 of 200' });
  expect(first?.Source).toContain('(demo data)');
  const parts = [...partsOf(await exportFile(page, 'Excel', ['This page'])).values()];
  const about = parts.find((part) => part.includes('Retrieved'));
  const report = await printReport(page, ['This page']);
  for (const words of ['25 of 5,000', '(demo data)', 'page 2 of 200']) {
    expect(about).toContain(words);
    expect(report).toContain(words);
  }
});

test('pictures, calendar files and reports are marked as demo data', async ({ page }) => {
  await page.goto(`${demoServer.url}/?product=10001&quantity=50`);
  await page.getByRole('figure').waitFor();
  const svg = await exportFile(page, 'SVG', ['White']);
  expect(svg.bytes.toString('utf8')).toContain('(demo data)');
  const calendar = await exportFile(page, 'Calendar file (.ics)');
  expect(eventsOf(calendar)[0]?.description).toContain('(demo data)');
  const png = await exportFile(page, 'PNG', ['White']);
  for (const { name } of [svg, calendar, png]) expect(name).toMatch(/-demo-data\.\w+$/);
});

test('all rows keep the order on screen', async ({ page }) => {
  await page.goto(`${listed}&sort=available&desc=true`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const records = recordsOf(await exportFile(page, 'CSV', ['All rows']));
  expect(records.map(({ Product }) => Product)).toEqual(['20001', '20003', '20007', '20002', '20004']);
});

test('all rows keep a sort order that is still loading', async ({ page }) => {
  const exporting = page.getByRole('progressbar', { name: 'Exporting' });
  await page.route(/\/gateway\/calendars\?.*page=(?:[2-9]|1\d)&/, async (route) => {
    await exporting.waitFor();
    await route.continue();
  });
  await page.goto(`${demoServer.url}/calendars?sort=available&desc=true`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const download = page.waitForEvent('download');
  await clickExportItem(page, 'CSV');
  await confirmChoices(page, ['All rows']);
  const file = await download;
  const records = recordsOf({ name: '', bytes: await readFile(await file.path()) });
  const levels = records.map((each) => Number(each['Available today']));
  expect(levels).toHaveLength(5000);
  expect(levels).toEqual(levels.toSorted((a, b) => b - a));
});

test('changes are exported as before and after, by ship date, worst first', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const view = '/calendars?view=moved&ids=20001,20002,20003,20007&quantity=20';
  await routeChanges(page, [
    // The crêpe loses later stock, the canvas current stock. The last product gains one.
    [
      20_003,
      (entries) => {
        for (const entry of entries) entry.stockQuantity = Math.min(entry.stockQuantity, 10.25);
      },
    ],
    [20_001, lessToday],
    [20_007, ([first]) => first && (first.stockQuantity += 1)],
  ]);
  await page.goto(view);
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row')).toHaveCount(4);
  const headers = ['Product', 'Ship date before', 'Status before', 'Ship date after', 'Status after', 'Days later'];
  const said = (rows: Record<string, string>[]) => rows.map((row) => headers.map((header) => row[header]));
  const changed = recordsOf(await exportFile(page, 'CSV'));
  expect(changed[1]?.['What changed'], 'a date, since files are read on later days too').toMatch(/ [A-Z][a-z]+ \d+/);
  expect(changed[1]?.['What changed']).not.toContain('today');
  const records = said(changed);
  expect(records.slice(0, 2)).toEqual([
    ['20003', addDays(today, 20), 'Expected', '', 'Not available', ''],
    ['20001', today, 'In stock', addDays(today, 12), 'Expected', '12'],
  ]);
  expect(records[2]?.[0]).toBe('20007');
  await clickExportItem(page, 'Copy table');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(said(fieldsOf((await readClipboard(page)).text))).toEqual(records);
  const { report } = await printFromBrowser(page);
  const onPaper = await rowsOfReport(page, report);
  expect(onPaper.map(({ Product }) => Product)).toEqual(['20003', '20001', '20007']);
  expect(onPaper[1]).toMatchObject({ 'Ship date before': mediumDate(today), 'Days later': '12' });
});

test('the heatmap is exported as products by period, with the max lead time separate from stock', async ({ page }) => {
  await page.goto('/calendars?view=heatmap&bucket=day&ids=20001,20002,29999');
  await page.getByRole('grid').waitFor();
  const day = (from: number) => mediumDate(addDays(today, from));
  const file = await exportFile(page, 'Excel', ['This page']);
  expect(file.name).toBe(`stock-heatmap-${today}.xlsx`);
  const [canvasRow, onOrderRow, unknown, ...others] = cellsOf(file);
  expect(others).toEqual([]);
  expect(canvasRow).toMatchObject({ Product: '20001', Unit: 'm', 'Max lead time from': day(100) });
  const days = [0, 11, 12, 29, 30, 60, 99, 100, 107].map((from) => canvasRow?.[day(from)]);
  expect(days).toEqual(['80', '80', '120.5', '120.5', '60', '410', '410', '410', '410']);
  // Only stock entries count, not the placeholder quantity of the max lead time.
  expect([44, 45, 46].map((from) => onOrderRow?.[day(from)])).toEqual(['0', '0', '0']);
  expect(onOrderRow?.['Max lead time from']).toBe(day(45));
  expect([unknown?.Status, unknown?.[day(0)] ?? '']).toEqual(['No result', '']);

  await page.getByRole('radio', { name: 'Week', exact: true }).check({ force: true });
  await expect(page).toHaveURL(/view=heatmap(?!.*bucket=day)/);
  const [byWeek] = recordsOf(await exportFile(page, 'CSV', ['All rows']));
  const weeks = Object.keys(byWeek ?? {}).filter((name) => name.startsWith('Lowest, '));
  expect(weeks.length).toBeGreaterThan(12);
  expect(byWeek?.[weeks[0] ?? '']).toBe('80');

  // The report contains the picture, but not the period columns, which would be too wide.
  const report = await printReport(page, ['All rows']);
  expect(report).toContain('<svg');
  const onPaper = await rowsOfReport(page, report);
  expect(onPaper[0]).toMatchObject({ Product: '20001', 'Available today': '80' });
  expect(Object.keys(onPaper[0] ?? {}).some((name) => name.startsWith('Lowest'))).toBe(false);
});

test('an exported heatmap’s periods reach the last quantity of all rows', async ({ page }) => {
  await page.goto(`${demoServer.url}/calendars?view=heatmap&pageSize=10`);
  await page.getByRole('grid').waitFor();
  const records = recordsOf(await exportFile(page, 'CSV', ['All rows']));
  expect(records).toHaveLength(5000);
  const last = Object.keys(records[0] ?? {}).findLast((name) => name.startsWith('Lowest, '));
  const levels = new Map<string, string>();
  for (let at = 1; at <= 20; at += 1) {
    const answer = await page.request.get(
      `${demoServer.url}/gateway/calendars?page=${at}&pageSize=250&includeMaxLeadTime=false`,
    );
    for (const { product, entries } of ((await answer.json()) as { rows: ListedProduct[] }).rows) {
      levels.set(String(product.productId), String(entries.at(-1)?.stockQuantity ?? 0));
    }
  }
  expect(records.filter((each) => each[last ?? ''] !== levels.get(each.Product ?? ''))).toEqual([]);
});

test('short products are a report, worst first', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(listed);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await clickExportItem(page, 'Late and at risk');
  const dialog = page.getByRole('dialog', { name: 'Late and at risk' });
  await expect(dialog.getByRole('row')).toHaveCount(6);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Excel', exact: true }).click();
  const file = await download;
  const cells = cellsOf({ name: file.suggestedFilename(), bytes: await readFile(await file.path()) });
  expect(file.suggestedFilename()).toContain('-late-and-at-risk');
  expect(cells.map((each) => [each.Product, each['Short by'], each['Days short'], each.Status])).toEqual([
    ['20003', '89.75', '', 'Not available'],
    ['20004', '100', '', 'Not available'],
    ['20002', '100', '45', 'Max lead time'],
    ['20001', '20', '42', 'Expected'],
    ['20007', '94.5', '8', 'Expected'],
  ]);
  await dialog.getByRole('button', { name: 'Copy table', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(fieldsOf((await readClipboard(page)).text).map(({ Product }) => Product)).toEqual(
    cells.map(({ Product }) => Product),
  );
  await interceptPrint(page);
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  const onPaper = await rowsOfReport(page, await interceptedReport(page));
  expect(onPaper.map((each) => [each.Product, each['Falls short on'], each['Next ship date']])[4]).toEqual([
    '20007',
    mediumDate(today),
    mediumDate(addDays(today, 8)),
  ]);
});

test('LibreOffice reads the workbook of all rows', async ({ page }) => {
  test.skip(!hasLibreOffice, 'LibreOffice (soffice) is not installed on this machine.');
  const awkward = awkwardNames.map(({ productId }) => productId);
  await page.goto(`/calendars?ids=20001,20002,20003,20004,${awkward.join(',')}&quantity=100`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const sheets = sheetsByLibreOffice(await exportFile(page, 'Excel', ['All rows']));
  const [header = [], ...rows] = sheets.get('Products') ?? [];
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  const later = addDays(today, 90);
  expect(column('Max lead time')).toEqual([addDays(today, 100), addDays(today, 45), '', '', later, later, later]);
  expect(column('Name').slice(4)).toEqual(awkwardNames.map(({ name }) => name));
  expect(column('SKU').slice(4)).toEqual(awkwardNames.map(({ sku }) => sku));
  const about = new Map((sheets.get('About') ?? []).map(([label = '', value = '']) => [label, value]));
  expect(about.get('Rows')).toBe('7 of 7');
  expect(about.get('Filter')).toBe('7 selected products, for 100\u00a0m');
});

test('is copied and printed; if the clipboard is denied, after another click', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(listed);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Copy table' });
  const products = ['20001', '20002', '20003', '20004', '20007'];
  const copied = async () => {
    const { text, html } = await readClipboard(page);
    expect(html).toContain('.sh-code{mso-number-format:"\\@"}');
    return fieldsOf(text).map(({ Product }) => Product);
  };

  await denyClipboard(page);
  await clickExportItem(page, 'Copy table');
  await confirmChoices(page, ['All rows']);
  await expect(dialog.getByRole('alert')).toContainText('once more');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Export CSV instead');

  await allowClipboard(page);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await copied()).toEqual(products);

  const report = await printReport(page, ['All rows']);
  expect(report, 'thirteen columns need the page on its side').toMatch(/<article class="[^"]*wide/);
  const rows = await rowsOfReport(page, report);
  expect(rows.map(({ Product, Name }) => [Product, Name])[0]).toEqual(['20001', 'Harbour canvas, navy']);
  expect(rows.map((row) => row['Available today'])).toEqual(['80', '0', '10.25', '0', '5.5']);
});

test('a long code keeps all columns on the paper', async ({ page }) => {
  await page.route('**/gateway/calendars?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { rows: ListedRow[] };
    for (const { product } of body.rows) {
      product.sku = `CODE-${'0'.repeat(60)}`;
      product.name = 'Wordwithoutanend'.repeat(7);
    }
    await route.fulfill({ response, json: body });
  });
  await page.goto(listed);
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Wordwithoutanend');
  // The report's code is loaded after the screen.
  await page.waitForLoadState('networkidle');
  // Printable area of A4 landscape, in CSS pixels.
  await page.setViewportSize({ width: 1032, height: 700 });
  await page.emulateMedia({ media: 'print' });
  const [wide, room] = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const paper = document.querySelector('body > article');
    const widths = [paper?.querySelector('table')?.offsetWidth ?? 0, paper?.clientWidth ?? 0] as const;
    window.dispatchEvent(new Event('afterprint'));
    return widths;
  });
  expect(wide).toBeGreaterThan(0);
  expect(wide).toBeLessThanOrEqual(room);
});

test('names that start with a tab or a line break don’t run as formulas', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const names = new Map([
    [20_001, '\t=1+1'],
    [20_002, '\r@SUM(1)'],
    [20_003, '+1 %'],
  ]);
  await page.route('**/gateway/calendars?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { rows: ListedRow[] };
    for (const { product } of body.rows) product.name = names.get(product.productId) ?? product.name;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/calendars?ids=20001,20002,20003');
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const records = recordsOf(await exportFile(page, 'CSV', ['All rows']));
  expect(records.map(({ Name }) => Name)).toEqual(["'\t=1+1", "'\r@SUM(1)", "'+1 %"]);
  await clickExportItem(page, 'Copy table');
  await confirmChoices(page, ['All rows']);
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const { text, html } = await readClipboard(page);
  expect(fieldsOf(text).map(({ Name }) => Name)).toEqual(["' =1+1", "' @SUM(1)", "'+1 %"]);
  expect(html).not.toMatch(/<td[^>]*>\s*[=+@-][^\d<]/);
  expect(html).toContain('@SUM(1)');
});

test('a failed page is reported in the file and on screen, and retried', async ({ page }) => {
  let fails = true;
  await page.route(/\/gateway\/calendars\?.*page=3&/, (route) =>
    fails ? route.fulfill({ status: 503, json: { title: 'Busy', status: 503 } }) : route.continue(),
  );
  await page.goto(`${demoServer.url}/calendars`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  const file = await exportFile(page, 'CSV', ['All rows']);
  expect(file.name).toBe(`stock-calendars-${today}-demo-data-incomplete.csv`);
  const records = recordsOf(file);
  expect(records).toHaveLength(4750);
  expect(records[0]?.Rows).toMatch(/^4750 of 5000; missing: Page 3 of 20/);
  await expect(page.getByRole('alert')).toContainText('4,750 of 5,000');
  fails = false;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(`stock-calendars-${today}-demo-data.csv`);
  expect(requested.filter((path) => path === '/gateway/calendars')).toHaveLength(1);
});

test('5,000 products are a report of a few megabytes, with products on every page', async ({ page }) => {
  test.skip(!hasPoppler, 'poppler (pdftotext) is not installed on this machine.');
  await page.goto(`${demoServer.url}/calendars?quantity=50`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  // Without `afterprint`, the report stays in the page for `page.pdf()`.
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  await clickExportItem(page, 'Print');
  await confirmChoices(page, ['All rows']);
  await page.locator('html[data-printed]').waitFor();
  const pdf = await page.pdf();
  expect(pdf.length).toBeLessThan(10_000_000);
  const { pages } = pagesOfPdf(pdf);
  expect(pages[0]).toContain('5,000 of 5,000');
  expect(pages[0]).toContain('(demo data)');
  const onPage = pages.map((words) => words.match(/^ *\d{5,6} /gm)?.length ?? 0);
  expect(Math.min(...onPage)).toBeGreaterThan(0);
  expect(onPage.reduce((sum, rows) => sum + rows, 0)).toBe(5000);

  // A tall picture comes after the table, which starts on the first page.
  await page.goto(`${demoServer.url}/products?quantity=50&view=heatmap`);
  await page.getByRole('figure').first().waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  const heatmap = pagesOfPdf((await printFromBrowser(page)).pdf);
  expect(heatmap.pages[0]).toMatch(/^ *\d{5,6} /m);
});

test('is cancelled without a file', async ({ page }) => {
  await page.route(/\/gateway\/calendars\?.*page=[2-9]/, async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 2000);
    });
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${demoServer.url}/calendars`);
  await page.getByRole('table', { name: 'Products' }).waitFor();
  await clickExportItem(page, 'CSV');
  await confirmChoices(page, ['All rows']);
  await expect(page.getByRole('progressbar', { name: 'Exporting' })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(/about \d+ (?:s|min) left/);
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});

test('the heatmap is exported as a self-contained picture and a report', async ({ page }) => {
  await page.goto(`${listed}&view=heatmap`);
  await page.getByRole('figure').first().waitFor();
  await expectPictures(page, 'heatmap', [
    '100\u00a0m available',
    'Partly available',
    'Not available',
    'Max lead time date',
    'not backed',
    'Moorland tweed, heather',
    'Gap',
  ]);
  const products = cellsOf(await exportFile(page, 'Excel', ['All rows'])).map(({ Product }) => Product);
  expect(products).toEqual(['20001', '20002', '20003', '20004', '20007']);
  const report = await printReport(page, ['All rows']);
  expect((await rowsOfReport(page, report)).map(({ Product }) => Product)).toEqual(products);
  expect(report).toContain('<svg');
});

test('a picture from a phone fits its legend, and states which products it shows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${demoServer.url}/calendars?view=heatmap&quantity=50&pageSize=10`);
  await page.getByRole('figure').first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const svg = (await exportFile(page, 'SVG', ['White'])).bytes.toString('utf8');
  expect(svg).toContain('products 1 to 10 of 5,000');
  expect(svg).toMatch(/Stock data of \w+ \d+/);
  const { width, ends, rooms } = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
    document.body.append(drawing);
    const texts = [...drawing.querySelectorAll<SVGTextElement>(':scope > text')];
    const rows = [...drawing.querySelectorAll('g')].filter((each) => each.querySelector(':scope > text'));
    const rooms = rows.map((row) => {
      const [name, cell] = [row.querySelector('text'), row.querySelector('rect')];
      return (cell?.getBoundingClientRect().left ?? 0) - (name?.getBoundingClientRect().right ?? 0);
    });
    return {
      width: drawing.width.baseVal.value,
      rooms,
      ends: texts.map((each) => each.getBBox().x + each.getBBox().width),
    };
  }, svg);
  expect(ends.length).toBeGreaterThan(5);
  expect(Math.max(...ends)).toBeLessThanOrEqual(width);
  expect(rooms).toHaveLength(10);
  expect(Math.min(...rooms), 'between names and cells').toBeGreaterThan(0);
});
