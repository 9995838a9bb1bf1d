import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';

import { OrderEntries } from '#stock/contract/orders.ts';

import { cell, grid, openOrder, paste, lines } from './order-page.ts';
import { portOf } from './servers.ts';

/** `KILL_ROUNDS=200` for the full test; each round takes some seconds. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const url = `http://127.0.0.1:${portOf(19)}`;
const victims = ['server', 'browser', 'both'] as const;

test.describe.configure({ timeout: 60_000 + rounds * 60_000 });

const servers: ChildProcess[] = [];
// Also after a failure, or the next run would meet this one's server.
test.afterAll(() => servers.forEach((server) => server.kill('SIGKILL')));

test('server and browser are killed while a note is typed: nothing is lost that was shown as saved', async ({
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'stock-horizon-kills-'));
  const profile = join(folder, 'browser');
  let server = await startBuiltServer(folder);
  /** The largest number in the note that was on screen together with *Saved.* */
  let saved = 0;
  let typed = 0;

  async function startBrowser(): Promise<[BrowserContext, Page]> {
    const started = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      locale: 'en-US',
      baseURL: url,
      viewport: { width: 1440, height: 900 },
    });
    await started.exposeBinding('noteSaved', (_, note: string) => {
      saved = Math.max(saved, numberOf(note));
    });
    const opened = started.pages()[0] ?? (await started.newPage());
    await opened.addInitScript(watchSaved);
    await openOrder(opened);
    return [started, opened];
  }

  let [context, page] = await startBrowser();
  await paste(page, lines('10001\t80', '10002\t5'));
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  for (let round = 0; round < rounds; round += 1) {
    const victim = victims[round % 3] ?? 'both';
    const pid = Number(execFileSync('pgrep', ['-f', '-o', '--', `--user-data-dir=${profile}`], { encoding: 'utf8' }));
    const until = Date.now() + 400 + Math.random() * 2600;
    const killing = new Promise<void>((done) =>
      setTimeout(() => {
        if (victim !== 'browser') server.kill('SIGKILL');
        if (victim !== 'server') process.kill(pid, 'SIGKILL');
        done();
      }, until - Date.now()),
    );
    try {
      // What is typed while the server is gone is kept as well.
      while (Date.now() < until + (victim === 'server' ? 600 : 0)) {
        await cell(page, 1, 'Note').click({ timeout: 3000 });
        typed += 1;
        await page.keyboard.type(`kill ${typed}.`);
        await page.keyboard.press('Enter');
        await page.waitForTimeout(Math.random() * 350);
      }
    } catch {
      // The browser is gone.
    }
    await killing;
    const promised = saved;
    if (victim !== 'browser') server = await startBuiltServer(folder);
    if (victim === 'server') await openOrder(page);
    else {
      await context.close().catch(() => undefined);
      [context, page] = await startBrowser();
    }
    await expect(grid(page).getByText('10001', { exact: true })).toBeVisible();
    const note = await cell(page, 1, 'Note').textContent();
    expect(numberOf(note ?? ''), `round ${round + 1}, ${victim} killed, ${typed} typed`).toBeGreaterThanOrEqual(
      promised,
    );
  }
  expect(saved).toBeGreaterThan(0);
  const { orders } = OrderEntries.parse(await (await page.request.get(`${url}/gateway/orders`)).json());
  expect(orders).toHaveLength(1);
  await context.close();
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The number that was typed; the line's own notes are beside it. */
function numberOf(note: string): number {
  return Number(/kill (\d+)\./.exec(note)?.[1] ?? 0);
}

/** Runs in the page: tells the note whenever the page says that the order is saved. */
function watchSaved() {
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      const isSaved = [...document.querySelectorAll('main output')].some(({ textContent }) => textContent === 'Saved.');
      const note = document.querySelector('[role=grid] [data-row="0"] [role=gridcell]:last-child')?.textContent;
      if (isSaved && note) void (window as unknown as { noteSaved: (note: string) => Promise<void> }).noteSaved(note);
    }).observe(document.documentElement, { subtree: true, childList: true, characterData: true }),
  );
}

async function startBuiltServer(folder: string) {
  const env = { PATH: process.env.PATH, PORT: String(portOf(19)), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...env, SESSION_SECRET: 'a secret of the test that kills the server' },
    stdio: 'ignore',
  });
  servers.push(server);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    const health = await fetch(`${url}/healthz`).catch(() => null);
    if (health?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
