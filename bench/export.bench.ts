// A million rows of 12 columns written to CSV and XLSX in Chromium, beside papaparse and write-excel-file. `ROWS` sets
// another number, `WRITERS` how the names of those that write begin.
import { serveBenchPage } from './bench-page.ts';
import type { WriteFigures, Writer } from './export/page.ts';
import { longestTask, taskCategories } from './longest-task.ts';
import { openPersonBrowser } from './person-browser.ts';
import { type MemoryFigures, watchMemory } from './process-memory.ts';

const port = 8196;
const rows = Number(process.env.ROWS ?? 1_000_000);
const known: readonly Writer[] = ['stock-horizon csv', 'papaparse csv', 'stock-horizon xlsx', 'write-excel-file xlsx'];
const writers = known.filter((writer) => writer.startsWith(process.env.WRITERS ?? ''));
const served = await serveBenchPage('export', port);

interface Measured extends WriteFigures {
  clock: number;
  processor: number;
  memory: MemoryFigures;
}

/** Each in a browser of its own, so that one's memory is not another's. */
async function measure(writer: Writer): Promise<Measured> {
  const person = await openPersonBrowser();
  try {
    const { browser, page } = await person.attach();
    await page.goto(served.address);
    await page.waitForFunction(() => 'exportBench' in window);
    const memory = await watchMemory(browser);
    await browser.startTracing(page, { categories: taskCategories });
    const figures = await page.evaluate(([chosen, count]) => window.exportBench.write(chosen, count), [
      writer,
      rows,
    ] as const);
    const taken = memory();
    const { clock, processor } = longestTask(await browser.stopTracing());
    return { ...figures, clock, processor, memory: taken };
  } finally {
    person.close();
  }
}

console.log(`${rows.toLocaleString('en')} rows of 12 columns, once each`);
for (const writer of writers) {
  const { milliseconds, bytes, told, clock, processor, memory } = await measure(writer);
  const cells = [
    `${(milliseconds / 1000).toFixed(1)} s`,
    `${(bytes / 1_048_576).toFixed(0)} MiB`,
    `${memory.page.toFixed(0)} MiB above the start, browser ${memory.browser.toFixed(0)} MiB`,
    `longest task ${clock.toFixed(0)} ms, of processor time ${processor.toFixed(0)} ms`,
    `progress told ${told} times`,
  ];
  console.log(`${writer.padEnd(22)} ${cells.join('   ')}`);
}

await served.close();
