import { readFileSync, writeFileSync } from 'node:fs';

import type { Browser } from 'playwright-core';

/** Peak memory growth in megabytes since the start. */
export interface MemoryFigures {
  /** The page and its workers. */
  page: number;
  /** Sum of the peaks of all other browser processes. */
  browser: number;
}

/** Starts measuring the memory of a browser's processes (Linux). Returns a function that reads the growth since then. */
export async function watchMemory(browser: Browser): Promise<() => MemoryFigures> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const watched = processInfo.map(({ type, id }) => ({ isPage: type === 'renderer', above: watchProcess(id) }));
  const sumOf = (isPage: boolean) =>
    watched.filter((each) => each.isPage === isPage).reduce((sum, { above }) => sum + above(), 0);
  return () => ({ page: sumOf(true), browser: sumOf(false) });
}

function watchProcess(pid: number): () => number {
  // Reset the peak, because startup may have used more memory than the measured work.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = megabytes(pid, 'VmRSS');
  return () => megabytes(pid, 'VmHWM') - before;
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
