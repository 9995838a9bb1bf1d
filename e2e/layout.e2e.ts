import { expect, type Locator, type Page, type Route } from '@playwright/test';

import { addDays, todayIn } from '#stock/calendar-date.ts';

import { test } from './own-person.ts';
import { button, lessToday, routeChanges, routeLongNames, summary, table } from './calendars-page.ts';
import { lines, openOrder, paste, orderSummary } from './order-page.ts';
import { demoServer } from './servers.ts';

/** Returns the texts within `parts` that are cut off. Skips the one-pixel elements for screen readers. */
function truncatedTexts(parts: Locator): Promise<(string | null)[]> {
  return parts.evaluateAll((elements) =>
    elements
      .flatMap((element) => [element, ...element.querySelectorAll('*')])
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map((element) => element.textContent),
  );
}

/** Whether all of an element is within a cell. */
async function isWithin(cell: Locator, part: Locator): Promise<boolean> {
  const [outer, inner] = [(await cell.boundingBox())!, (await part.boundingBox())!];
  return (
    inner.x >= outer.x &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y >= outer.y &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

test.describe('long words', () => {
  test.use({ locale: 'de-DE' });

  for (const width of [390, 1440]) {
    test(`an order's buttons and results aren't cut off, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/order');
      const rows = page.getByRole('grid').getByRole('row');
      await expect(rows.nth(1)).toBeVisible();
      // Phones can't paste into the page itself, so they need the button.
      await expect(page.getByRole('button', { name: 'Zeilen einfügen' })).toBeVisible();
      await paste(page, lines(`20001\t80\t${addDays(todayIn('UTC'), 30)}`, '20002\t5', '20003\t31'));
      await expect(rows.nth(2)).toContainText('Maximale Lieferzeit');
      if (width === 390) await page.getByRole('button', { name: 'Mehr', exact: true }).click();
      expect(await truncatedTexts(page.locator('main button:not([role="grid"] *)'))).toEqual([]);
      // Excludes notes, which are longer than any cell, and the first row: the active cell's handle overflows it.
      const answers = rows.nth(2).locator('[role="gridcell"]:not(:last-child)');
      if (width === 1440) expect(await truncatedTexts(answers)).toEqual([]);
    });
  }

  test('a watch shows after how many days a date is told', async ({ page }) => {
    await page.goto('/?product=20001&quantity=250');
    await page.getByRole('button', { name: 'Beobachten' }).click();
    const days = page.getByRole('textbox', { name: 'Tage', exact: true });
    await expect(days).toHaveValue('1');
    const room = await days.evaluate((field) => {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    });
    expect(room).toBeGreaterThan(24);
  });

  test('an order is no wider than a page that is enlarged four times', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/order');
    await expect(page.getByRole('grid')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  for (const width of [1280, 1440])
    test(`an order fits beside its previous check, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/order');
      const grid = page.getByRole('grid');
      await expect(grid.getByRole('row').nth(1)).toBeVisible();
      await paste(page, lines('20001\t90\t2026-12-24', 'HC-001\t5', '20002\t5'));
      await expect(grid.getByRole('row').nth(1)).toContainText('Erwartet');
      await page.getByRole('button', { name: 'Alle erneut prüfen' }).click();
      const headers = grid.getByRole('columnheader');
      await expect(headers.filter({ hasText: 'Zuvor, ' })).toBeInViewport({ ratio: 1 });
      expect(await truncatedTexts(headers.locator('button > span'))).toEqual([]);
      const suggested = grid.getByRole('row').nth(2).getByRole('gridcell').filter({ hasText: 'HC-0001' });
      expect(await isWithin(suggested, suggested.getByRole('button'))).toBe(true);
      expect(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      for (const status of ['Unbekanntes Produkt', 'Maximale Lieferzeit']) {
        const cell = grid.getByRole('gridcell').filter({ hasText: status });
        expect(await isWithin(cell, cell.getByText(status, { exact: true }))).toBe(true);
      }
    });

  test('the column names of a review aren’t cut off', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/order');
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await paste(page, '20001\t20002');
    const names = page.getByRole('dialog').getByRole('columnheader');
    await expect(names).toHaveCount(6);
    expect(await truncatedTexts(names)).toEqual([]);
  });
});

test.describe('long words above the products', () => {
  test.use({ locale: 'de-DE', viewport: { width: 1024, height: 768 } });

  test('the actions on products take two lines', async ({ page }) => {
    await page.goto('/calendars');
    await expect(button(page, 'Exportieren')).toBeVisible();
    await expect(page.locator('main tbody tr').first()).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.05);
    const { y, height } = (await button(page, 'Exportieren').boundingBox())!;
    expect(y + height).toBeLessThan(280);
  });
});

test.describe('long words in tiles', () => {
  test.use({ baseURL: demoServer.url, locale: 'de-DE', viewport: { width: 1280, height: 800 } });

  test('tiles and the filter’s placeholder aren’t cut off', async ({ page }) => {
    await page.goto('/calendars');
    const tiles = page.getByRole('group', { name: 'Produkte nach erstem Versanddatum' }).getByRole('button');
    await expect(tiles.first()).toBeVisible();
    expect(await truncatedTexts(tiles)).toEqual([]);
    await expect(page.getByPlaceholder('Filter', { exact: true })).toBeVisible();
    const room = await page.getByPlaceholder('Filter', { exact: true }).evaluate((field: HTMLInputElement) => {
      const { paddingLeft, paddingRight, font } = getComputedStyle(field);
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.font = font;
      return (
        field.clientWidth -
        parseFloat(paddingLeft) -
        parseFloat(paddingRight) -
        canvas.measureText(field.placeholder).width
      );
    });
    expect(room).toBeGreaterThanOrEqual(0);
  });

  test('the heatmap’s filter and sort order share a line, or have one each', async ({ page }) => {
    await page.goto('/calendars?view=heatmap');
    const boxes = () =>
      Promise.all(
        [
          page.getByRole('searchbox', { name: 'Produkte filtern' }),
          page.getByRole('combobox', { name: 'Sortieren nach' }),
        ].map(async (field) => (await field.boundingBox())!),
      );
    const [filter, order] = await boxes();
    expect(order?.y).toBe(filter?.y);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await expect.poll(async () => (await boxes())[1]!.y).toBeGreaterThan((await boxes())[0]!.y + 44);
  });
});

test('all tiles have the same height on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/calendars?ids=20001,20002');
  const tiles = summary(page).locator('button[aria-pressed]');
  await expect(tiles).toHaveCount(9);
  const heights = await tiles.evaluateAll((all) => all.map((tile) => tile.clientHeight));
  expect(new Set(heights).size).toBe(1);
});

test('an available quantity doesn’t wrap', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route(/\/gateway\/calendars\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/"stockQuantity":80\b/g, '"stockQuantity":123456.125');
    await route.fulfill({ response, body });
  });
  await page.goto('/calendars?ids=20001,29999');
  const cell = table(page).locator('td[data-column="available"]').first();
  await expect(cell).toContainText('123,456.125');
  const lines = await cell.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const start = text.textContent?.indexOf('123,456.125') ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + 11);
      return range.getClientRects().length;
    }
    return 0;
  });
  expect(lines).toBe(1);
});

test.describe('a small laptop', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('shows figures and buttons of an order’s notes whole, or not at all', async ({ page }) => {
    await openOrder(page);
    const soon = addDays(todayIn('UTC'), 5);
    await paste(page, lines(`20001\t1,137.25\t${soon}`, 'HC-001\t5'));
    const notes = page.getByRole('gridcell').filter({ hasText: /short|No product has/ });
    await expect(notes).toHaveCount(2);
    for (const previousChecks of [0, 1]) {
      if (previousChecks > 0) await button(page, 'Recheck all').click();
      await expect(page.getByRole('columnheader', { name: /^Previously/ })).toHaveCount(previousChecks);
      const [late, unknown] = [notes.nth(0), notes.nth(1)];
      expect(await isWithin(late, late.getByText('80\u00a0m', { exact: true }))).toBe(true);
      expect(await isWithin(late, button(page, 'Split line').first())).toBe(true);
      expect(await isWithin(unknown, unknown.getByRole('button'))).toBe(true);
      const { y, height } = (await late.boundingBox())!;
      const reduce = (await late.getByRole('button', { name: 'Use 80\u00a0m' }).boundingBox())!;
      expect(reduce.y >= y + height || (await isWithin(late, late.getByRole('button', { name: /^Use/ })))).toBe(true);
      const scroller = page.getByRole('grid');
      expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });

  test('shows ten lines of a checked order and all of its counts', async ({ page }) => {
    await openOrder(page);
    await paste(page, lines(...Array.from({ length: 12 }, (_, index) => `2000${(index % 4) + 1}\t${index + 1}`)));
    await page.getByRole('button', { name: /^Add \d+ lines$/ }).click();
    await expect(orderSummary(page).getByRole('button', { name: 'Recheck all' })).toBeVisible();
    await expect(page.getByText('12 lines added.')).toBeHidden();
    await expect(page.getByRole('grid').getByRole('row').nth(10).getByRole('gridcell').first()).toBeInViewport({
      ratio: 1,
    });
    for (const count of await orderSummary(page).getByRole('group').getByRole('button').all()) {
      await expect(count).toBeInViewport({ ratio: 1 });
    }
    const heading = (await page.getByRole('columnheader', { name: 'Days late' }).boundingBox())!;
    const cell = (await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').first().boundingBox())!;
    expect(heading.y + heading.height).toBeLessThanOrEqual(cell.y);
  });
});

test('a line’s details are right below a short order', async ({ page }) => {
  await openOrder(page);
  await paste(page, lines('20003\t31'));
  await expect(orderSummary(page)).toContainText("Can't ship complete, 1 line not available");
  const detail = await page
    .getByText(/^Line 1/)
    .last()
    .boundingBox();
  const rows = await page.getByRole('button', { name: 'Rows', exact: true }).boundingBox();
  expect((detail?.y ?? 0) - ((rows?.y ?? 0) + (rows?.height ?? 0))).toBeLessThan(40);
});

test('products are visible below the summary', async ({ page }) => {
  await page.goto('/calendars?quantity=40');
  await expect(summary(page).getByRole('button', { name: /^Today/ })).toBeVisible();
  await expect(button(page, 'More')).toBeVisible();
  await expect(table(page).locator('tbody tr').first()).toBeInViewport({ ratio: 1 });
  // In a narrower window the table scrolls horizontally. Its header row stays above the other rows.
  await page.setViewportSize({ width: 1100, height: 900 });
  const overlap = () =>
    table(page).evaluate((element) => {
      const [heading, row] = [element.querySelector('th'), element.querySelector('tbody tr')];
      return (heading?.getBoundingClientRect().bottom ?? 0) - (row?.getBoundingClientRect().top ?? 0);
    });
  await expect.poll(overlap).toBeLessThanOrEqual(1);
});

test('calendar changes fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/calendars?view=moved&ids=20001,20003');
  await expect(page.getByText('No changes', { exact: true })).toBeVisible();
  await routeChanges(page, [[20_001, lessToday]]);
  await page.reload();
  const changes = page.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('link')).toHaveCount(1);
  await expect(changes.getByText(/72 of 80\sm moved/)).toBeVisible();
  const surplus = () =>
    changes.evaluate(({ parentElement: at }) => (at === null ? 0 : at.scrollWidth - at.clientWidth));
  expect(await surplus()).toBeLessThanOrEqual(0);
});

/** Returns the cumulative layout shift so far. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );
}

for (const width of [390, 1440]) {
  test(`loading causes little layout shift, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/products/20001?quantity=100');
    await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Stock calendar', exact: true })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.08);
    await page.goto('/calendars?quantity=40');
    await expect(summary(page).getByRole('button', { name: /^Today/ })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.08);
    await page.goto('/calendars?ids=20001,20002,20003');
    await expect(summary(page).getByRole('button', { name: /^Today/ })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.08);
  });
}

for (const width of [390, 1440])
  test(`a chart is as high as what stands for it meanwhile, ${width} px`, async ({ page }) => {
    const held: Route[] = [];
    await page.route('**/assets/stock-chart-*.js', (route) => void held.push(route));
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/?product=20001&quantity=100');
    const chart = page.getByRole('figure', { name: 'Stock calendar', exact: true });
    await expect(chart.getByLabel('Loading')).toBeVisible();
    const { height } = (await chart.boundingBox())!;
    await Promise.all(held.map((route) => route.continue()));
    await expect(chart.getByRole('application')).toBeVisible();
    // The legend can take another line.
    await expect.poll(async () => Math.abs((await chart.boundingBox())!.height - height)).toBeLessThan(30);
  });

/** Names of the controls in view that aren't part of a row. A group of radio buttons is one control. */
function controlsBesideRows(page: Page): Promise<string[]> {
  const controls = page
    .locator('main')
    .locator(':is(button:enabled, input:not([type="radio"]), select, a, [role="slider"], [role="radiogroup"])');
  return controls.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { top, width } = element.getBoundingClientRect();
      const isRow = element.closest('table, li') !== null;
      // A field and the button of its picker are one control.
      const isPicker = element.matches('button') && element.closest('.mantine-Input-wrapper') !== null;
      // The way to the page before the first keeps the focus, so it isn't `disabled`.
      const isOff = element.ariaDisabled === 'true';
      const isInView = width > 1 && top < innerHeight && !isRow && !isPicker && !isOff;
      return isInView ? [element.ariaLabel ?? element.textContent] : [];
    }),
  );
}

test.describe('on a laptop', () => {
  test.use({ baseURL: demoServer.url, viewport: { width: 1280, height: 720 } });

  test('result and chart are wholly visible, with at most 20 controls beside rows', async ({ page }) => {
    await page.goto('/?product=10004&quantity=250');
    const chart = page.getByRole('figure', { name: 'Stock calendar', exact: true });
    await expect(chart.getByRole('slider')).toHaveCount(3);
    await expect(page.getByRole('table', { name: 'Calendar entries', exact: true })).toBeVisible();
    const { y, height } = (await chart.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(720);
    expect((await chart.getByRole('application').boundingBox())!.height).toBeGreaterThanOrEqual(260);
    expect((await controlsBesideRows(page)).length).toBeLessThanOrEqual(20);
  });
});

for (const [width, height, least] of [
  [1440, 900, 17],
  [1280, 720, 10],
] as const)
  test.describe(`products at ${width} x ${height}`, () => {
    test.use({ baseURL: demoServer.url, viewport: { width, height } });

    for (const address of ['/calendars', '/calendars?quantity=40&unit=m'])
      test(`${least} rows of ${address} are wholly visible, and no name is cut off`, async ({ page }) => {
        await page.goto(address);
        const rows = table(page).locator('tbody tr');
        await expect(rows).toHaveCount(25);
        const { y: end } = (await page.getByRole('navigation', { name: 'Pages', exact: true }).boundingBox())!;
        const bottoms = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
        expect(bottoms.filter((bottom) => bottom <= end + 1).length).toBeGreaterThanOrEqual(least);
        expect(await truncatedTexts(table(page).locator('td[data-column="name"]'))).toEqual([]);
        await expect(rows.first().getByRole('button', { name: /^Chart of/ })).toBeInViewport({ ratio: 1 });
        expect((await controlsBesideRows(page)).length).toBeLessThanOrEqual(20);
      });
  });

for (const [name, address] of [
  ['Products', '/calendars?page=2'],
  ['Changes', '/calendars?view=moved'],
  ['Heatmap', '/calendars?view=heatmap'],
] as const)
  test(`the header of ${name} stays below the tools, without a row between them`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 560 });
    const ids = Array.from({ length: 20 }, (_, index) => 10_001 + index);
    await routeChanges(
      page,
      ids.map((id) => [id, (entries) => entries.forEach((entry) => (entry.stockQuantity += 1))]),
    );
    await page.goto(`${demoServer.url}${address}`);
    const header = page.getByRole('columnheader', { name: 'Product', exact: true });
    await expect(header).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const top = (await button(page, 'Export').boundingBox())!.y;
    expect(top).toBeLessThan(80);
    await expect(header).toBeInViewport({ ratio: 1 });
    const { y, height } = (await header.boundingBox())!;
    const shown = await page.evaluate(
      ([from, to]) =>
        Array.from({ length: to - from }, (_, at) => document.elementFromPoint(640, from + at))
          .filter((element) => element?.closest('tbody'))
          .map((element) => element?.textContent),
      [Math.ceil(top), Math.floor(y + height)] as const,
    );
    expect(shown).toEqual([]);
    const covering = await header.evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + 4, y + height / 2));
    });
    expect(covering).toBe(true);
  });

test('a phone shows the first product above y = 200, and rows of 64 px with today and ship date', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${demoServer.url}/calendars`);
  const row = table(page).locator('tbody tr', { hasText: '10009' });
  await expect(row).toContainText(/Velvet ribbon.*142.75 m.*Today/);
  const first = (await table(page).locator('tbody tr').first().boundingBox())!;
  expect(first.y).toBeLessThan(200);
  expect(first.height).toBeLessThanOrEqual(70);
  expect(await truncatedTexts(row.locator('td'))).toEqual([]);
  // The other values are in the open row.
  await expect(row.locator('td[data-column="maxLeadTime"]')).toBeHidden();
  await row.getByRole('button', { name: /^Chart of/ }).click();
  await expect(row.locator('td[data-column="maxLeadTime"]')).toContainText('Max lead time');
  // The link of the ID covers the name.
  await row.getByText('Velvet ribbon').click({ force: true });
  await expect(page).toHaveURL(/product=10009/);
});

test.describe('active filters', () => {
  test.use({ baseURL: demoServer.url, locale: 'de-DE', viewport: { width: 1440, height: 900 } });

  test('are buttons that remove them; the toolbar keeps to one line', async ({ page }) => {
    await page.goto('/calendars?quantity=40&find=poplin&tile=now&selected=10001,10092');
    const filters = page.getByRole('list', { name: 'Filter', exact: true });
    await expect(filters.getByRole('button')).toHaveCount(2);
    const edges = [button(page, 'Produkte auswählen'), button(page, 'Exportieren')];
    const [first, last] = await Promise.all(edges.map(async (edge) => (await edge.boundingBox())!.y));
    expect(last).toBe(first);
    await filters.getByRole('button', { name: /^Text: poplin/ }).click();
    await expect(page).not.toHaveURL(/find=/);
    await filters.getByRole('button', { name: /^Heute/ }).click();
    await expect(page).not.toHaveURL(/tile=/);
    await expect(filters).toHaveCount(0);
  });
});

test('a low screen leaves room for the products', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('/calendars');
  const row = table(page).locator('tbody tr').first();
  await expect(row).toBeVisible();
  await page.mouse.wheel(0, (await row.boundingBox())!.y);
  await expect(row).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Stock Horizon' })).not.toBeInViewport();
  const foot = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  expect((await row.boundingBox())!.y).toBeLessThan(foot!.y - 100);
});

test('a low screen leaves room for the lines of an order', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20002\t5'));
  await expect(orderSummary(page)).toBeAttached();
  const card = page.getByRole('grid').getByRole('row').nth(1);
  await expect(card).toContainText('In stock');
  const foot = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  const { y, height } = (await card.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(foot!.y);
});

test('a phone copies, shares and adds to an order from a bar above the navigation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    // Headless Chromium has no dialog of the system.
    Object.assign(navigator, {
      share: async ({ text }: ShareData) => document.documentElement.setAttribute('data-shared', text ?? ''),
    });
  });
  await page.goto('/?product=20001&quantity=50');
  const foot = (await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox())!;
  for (const name of ['Copy for customer', 'Share', 'Add to order']) {
    await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    const { y, height } = (await button(page, name).boundingBox())!;
    expect(y + height, name).toBeLessThanOrEqual(foot.y);
    expect(y, name).toBeGreaterThan(foot.y - 70);
  }
  await button(page, 'Copy for customer').click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await button(page, 'Share').click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', copied.replaceAll('\r\n', '\n'));
  await button(page, 'Add to order').click();
  await expect(page.getByRole('link', { name: 'View order' })).toBeInViewport({ ratio: 1 });
  await expect(button(page, 'Other order')).toBeInViewport({ ratio: 1 });
  expect((await button(page, 'Add to order').boundingBox())!.width).toBeGreaterThan(90);
});

test('a phone shares no result that is an older copy, and says so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async () => document.documentElement.setAttribute('data-shared', '') });
  });
  await page.route('**/gateway/availability?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), isStale: true } });
  });
  await page.goto('/?product=20001&quantity=50');
  await button(page, 'Share').click();
  await expect(page.getByText(/^Not shared\./)).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-shared');
});

for (const [locale, missing, withoutLine] of [
  ['en-US', 'Not available', 'without line 1'],
  ['de-DE', 'Nicht verfügbar', 'ohne Zeile 1'],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('a phone shows the first line of a checked order above y = 420', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/order');
      await expect(page.getByRole('grid')).toBeVisible();
      await paste(page, lines('20003\t31', '20001\t80', '20002\t5'));
      const summaryOf = page.getByRole('region', { name: locale === 'de-DE' ? 'Bestellübersicht' : 'Order summary' });
      await expect(summaryOf).toContainText(missing);
      await expect(summaryOf.getByRole('group').getByRole('button').first()).toHaveText(`${missing} 1`);
      const first = page.getByRole('grid').getByRole('row').nth(1);
      await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(420);
      await expect(summaryOf.getByText(withoutLine).last()).toBeVisible();
    });
  });

test('order lines are cards on a phone, with sort and filter below them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrder(page);
  await paste(page, lines('20001\t80', '20006\t5'));
  const first = page.getByRole('grid').getByRole('row').nth(1);
  await expect(first).toContainText('20001');
  const gap = (await first.boundingBox())!.y - (await page.getByRole('grid').boundingBox())!.y;
  expect(gap).toBeLessThan(4);
  await button(page, 'Sort and filter').click();
  const panel = page.getByRole('dialog', { name: /^Sort and filter by/ });
  await panel.getByLabel('Column', { exact: true }).selectOption('Quantity');
  await panel.getByRole('button', { name: 'Sort ascending' }).click();
  await expect(panel).toHaveCount(0);
  await expect(first).toContainText('20006');
  await expect(button(page, 'Sort and filter')).toBeFocused();
});

test('a very long name fits in the example', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await routeLongNames(page);
  await page.goto('/');
  const example = page.getByText(/^Try an example/);
  await expect(example).toContainText('Wordwithoutanend');
  expect(await truncatedTexts(page.locator('main'))).toEqual([]);
});

test('names in the products table aren’t cut off', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route(/\/gateway\/(?:products|calendars)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"name":"[^"]*"/g,
      '"name":"Sailcloth, extra heavy, bleached, optical white, 280 cm"',
    );
    await route.fulfill({ response, body });
  });
  await page.goto('/calendars?ids=20001,20008&quantity=40');
  const names = page.getByRole('table', { name: 'Products' }).locator('td[data-column="name"] b');
  await expect(names.first()).toHaveText('Sailcloth, extra heavy, bleached, optical white, 280 cm');
  const { surplus, height } = await names.first().evaluate((name) => ({
    surplus: [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight],
    height: name.clientHeight,
  }));
  expect(surplus).toEqual([0, 0]);
  expect(height, 'two lines').toBeGreaterThan(30);
  // In a wider table, the names get the remaining width.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/calendars?ids=20001,20008');
  await expect(names.first()).toHaveText('Sailcloth, extra heavy, bleached, optical white, 280 cm');
  expect(await truncatedTexts(names)).toEqual([]);
});

test('a long unit doesn’t widen the page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.route(/\/gateway\/(?:products|availability)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"unit":"m"', '"unit":"Quadratmeter"');
    await route.fulfill({ response, body });
  });
  for (const address of ['/?product=20001&quantity=987654321.125', '/products/20001?quantity=987654321.125']) {
    await page.goto(address);
    await expect(page.getByText(/987,654,321\.125\sQuadratmeter/).first()).toBeVisible();
    const chart = page.getByRole('figure', { name: 'Stock calendar', exact: true });
    await chart.evaluate((figure) => figure.scrollIntoView());
    await expect(chart.getByRole('application')).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, address).toBeLessThanOrEqual(0);
  }
});
