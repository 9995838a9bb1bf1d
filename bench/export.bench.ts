// Writes a million rows of 12 columns to CSV and XLSX in Chromium, compared with papaparse and write-excel-file. `ROWS`
// overrides the number, `WRITERS` selects writers by name prefix, `RUNS` sets the number of runs.
import { serveBenchPage } from './bench-page.ts';
import type { WriteFigures, Writer } from './export/page.ts';
import { longestTask, taskCategories } from './longest-task.ts';
import { openPersonBrowser } from './person-browser.ts';
import { type MemoryFigures, watchMemory } from './process-memory.ts';
import { printComparison } from './table.ts';

const port = 8196;
const runs = Number(process.env.RUNS ?? 5);
const rows = Number(process.env.ROWS ?? 1_000_000);
const known: readonly Writer[] = ['stock-horizon csv', 'papaparse csv', 'stock-horizon xlsx', 'write-excel-file xlsx'];
const writers = known.filter((writer) => writer.startsWith(process.env.WRITERS ?? ''));
const served = await serveBenchPage('export', port);

interface Measured extends WriteFigures {
  clock: number;
  processor: number;
  memory: MemoryFigures;
}

/** Each runs in its own browser, so that memory is measured separately. */
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

const measured = new Map<Writer, Measured[]>(writers.map((writer) => [writer, []]));
for (let run = 0; run < runs; run += 1) {
  for (const writer of writers) measured.get(writer)?.push(await measure(writer));
}
for (const format of ['csv', 'xlsx']) {
  const contenders = [...measured].filter(([writer]) => writer.endsWith(format));
  if (contenders.length === 0) continue;
  const of = (value: (figures: Measured) => number) =>
    Object.fromEntries(contenders.map(([writer, figures]) => [writer, figures.map(value)]));
  printComparison(`${rows.toLocaleString('en')} rows of 12 columns, ${runs} runs by turns`, [
    ['time', 's', of(({ milliseconds }) => milliseconds / 1000)],
    ['file', 'MiB', of(({ bytes }) => bytes / 1_048_576)],
    ['memory of the page above its start', 'MiB', of(({ memory }) => memory.page)],
    ['memory of the rest of the browser', 'MiB', of(({ memory }) => memory.browser)],
    ['longest task', 'ms', of(({ clock }) => clock)],
    ['longest task, processor time', 'ms', of(({ processor }) => processor)],
    ['times that progress was told', '', of(({ told }) => told)],
  ]);
}

await served.close();
