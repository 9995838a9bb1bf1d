import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { LineNotification } from '#stock/contract/notifications.ts';
import {
  headerOf,
  partOf,
  type RunningMailServer,
  startMailServer,
} from '#server/notifications/mail-server.fixture.ts';
import { openTemporaryStore, type TemporaryStore } from '#server/store/temporary-store.fixture.ts';

import {
  folderOf,
  type KilledRun,
  linesOfPerson,
  people,
  productOf,
  runOnce,
  start,
  storePromises,
} from './killed-run.fixture.ts';

/** `KILL_STEPS=all` for the full test, or a number of steps that are spread over the run; each takes about a second. */
const wanted = process.env.KILL_STEPS ?? '5';
vi.setConfig({ testTimeout: 36_000_000 });

const root = fileURLToPath(new URL('../../../', import.meta.url));
let temporary: TemporaryStore;
let mails: RunningMailServer;
/** What the processes run, built once: they start several times as fast as from the sources. */
let built: string;
beforeAll(async () => {
  [temporary, mails, built] = await Promise.all([openTemporaryStore(), startMailServer(), buildRun()]);
});
afterAll(async () => {
  await temporary.close();
  await mails.close();
  await rm(built, { recursive: true });
});

/** Builds what is killed to a new folder in `node_modules`, where it finds its packages. */
async function buildRun(): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules', '.killed-run-'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('killed-run.fixture.ts', import.meta.url)),
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'run.js' } },
    },
  });
  return folder;
}

/** Runs in a process that is killed after a step. Returns the number of steps; null if it was killed. */
async function runInProcess(killAt: number | null): Promise<number | null> {
  const killed: KilledRun = { location: temporary.location, smtpUrl: mails.url, killAt };
  const running = `
    const { runKilled } = await import('${pathToFileURL(join(built, 'run.js')).href}');
    await runKilled(${JSON.stringify(killed)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', running], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let steps: number | null = null;
  child.on('message', (count: number) => (steps = count));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(killAt === null ? [code] : [0, 'SIGKILL']).toContain(code ?? signal);
  expect(killAt !== null || code === 0).toBe(true);
  return steps;
}

/** How often each product of a person is told, in the app and by mail. */
async function told(person: number) {
  const { store } = temporary;
  const inApp = (await store.listNotifications(folderOf(person), 999)).map(
    ({ content }) => (JSON.parse(content) as LineNotification).productId,
  );
  const texts = mails.received
    .filter(({ to }) => to[0] === `person-${person}@example.com`)
    .map((mail) => partOf(mail, 'text/plain'));
  return Array.from({ length: linesOfPerson }, (_, line) => {
    const productId = productOf(person, line);
    const mailed = texts.filter((text) => text.includes(`<${productId}>`)).length;
    return { inApp: inApp.filter((id) => id === productId).length, mailed };
  });
}

test('after kill -9 at any step of a run, each change is told once in the app, and once or twice by mail', async () => {
  await storePromises(temporary.store, mails.url);
  const count = (await runInProcess(null)) ?? 0;
  expect(count).toBeGreaterThan(100);
  expect(await told(0)).toEqual(Array.from({ length: linesOfPerson }, () => ({ inApp: 1, mailed: 1 })));
  const tried = wanted === 'all' ? count : Number(wanted);
  let [killed, twice] = [0, 0];
  for (let index = 0; index < tried; index += 1) {
    const killAt = 1 + Math.floor(((index + 0.5) * count) / tried);
    await storePromises(temporary.store, mails.url);
    mails.received.length = 0;
    if ((await runInProcess(killAt)) === null) killed += 1;
    // Another server goes on when the leases of the run and of its mails have ended.
    for (const minutes of [2, 10, 60]) await runOnce(temporary.store, mails.url, () => start + minutes * 60_000);
    for (let person = 0; person < people; person += 1)
      for (const { inApp, mailed } of await told(person)) {
        expect(inApp, `in the app after step ${killAt} of ${count}`).toBe(1);
        expect([1, 2], `by mail after step ${killAt} of ${count}`).toContain(mailed);
      }
    const ids = mails.received.map((mail) => headerOf(mail, 'Message-ID'));
    const again = ids.length - new Set(ids).size;
    expect(again).toBeLessThanOrEqual(1);
    twice += again;
  }
  if (process.env.KILL_STEPS !== undefined)
    process.stdout.write(`${count} steps, killed at ${killed} of ${tried}, ${twice} mails came twice\n`);
  expect(killed).toBeGreaterThan(tried / 2);
});
