import { resolve } from 'node:path';

import { todayIn } from '#stock/calendar-date.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { storeLocation } from '#server/store/open-store.ts';

import { describeReport, ProgressDisplay } from './describe-import.ts';
import { ImportError } from './csv-records.ts';
import { type ImportOptions, UsageError, readImportOptions, usage } from './import-options.ts';
import { runInWorker } from './start-worker.ts';

/** The user's current folder: npm runs commands in the folder of the package. */
const folder = (process.env.npm_lifecycle_event === 'import' && process.env.INIT_CWD) || process.cwd();

function fileAt(path: string | null): string | null {
  return path === null ? null : resolve(folder, path);
}

/** Runs the import and returns whether its rows were committed. */
async function importFiles(options: ImportOptions): Promise<boolean> {
  const config = readConfig(process.env);
  const display = new ProgressDisplay(process.stdout);
  const message = await runInWorker(
    {
      kind: 'import',
      location: storeLocation(config),
      market: config.market,
      today: todayIn(config.timeZone),
      ...options,
      stockFile: fileAt(options.stockFile),
      productsFile: fileAt(options.productsFile),
    },
    (progress) => display.show(progress),
  ).finally(() => display.clear());
  if (message.kind !== 'imported') return false;
  console.log(describeReport(message.report, display.elapsed));
  return message.report.committed;
}

try {
  const options = readImportOptions(process.argv.slice(2));
  if (options === null) console.log(usage);
  else process.exitCode = (await importFiles(options)) ? 0 : 1;
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ImportError || error instanceof ConfigError) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof ImportError ? 1 : 2;
}
