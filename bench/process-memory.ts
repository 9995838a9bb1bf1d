import { readFileSync, writeFileSync } from 'node:fs';

import type { Browser } from 'playwright-core';

/** Megabytes at most above what there was when the watch began. */
export interface MemoryFigures {
  /** The page and its workers. */
  page: number;
  /** All other processes of the browser, each at its own peak. */
  browser: number;
}

/** Watches the memory of a browser's processes (Linux); what it gives tells how much they took since. */
export async function watchMemory(browser: Browser): Promise<() => MemoryFigures> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const watched = processInfo.map(({ type, id }) => ({ isPage: type === 'renderer', above: watchProcess(id) }));
  const sumOf = (isPage: boolean) =>
    watched.filter((each) => each.isPage === isPage).reduce((sum, { above }) => sum + above(), 0);
  return () => ({ page: sumOf(true), browser: sumOf(false) });
}

function watchProcess(pid: number): () => number {
  // The peak so far is forgotten: starting up may have taken more than what is measured.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = megabytes(pid, 'VmRSS');
  return () => megabytes(pid, 'VmHWM') - before;
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
