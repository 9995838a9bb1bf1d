import { styleText } from 'node:util';

import { apiCheckReport, countResults, type Paint } from '#stock/contract/api-check.ts';

import { runApiCheck } from './run-api-check.ts';
import { type ApiCheckOptions, readApiCheckOptions, UsageError, usage } from './api-check-options.ts';
import { httpProbe } from './probe.ts';

const styles = {
  passed: 'green',
  failed: 'red',
  'not-specified': 'yellow',
  'not-tested': 'gray',
  dim: 'gray',
  strong: 'bold',
} as const;

/** Uses color in a terminal only. */
const paint: Paint = (text, as) =>
  process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? styleText(styles[as], text) : text;

/** Runs the check, prints its report and returns the exit code. */
async function checkService({ baseUrl, token, subscriptionKey, productIds, asJson }: ApiCheckOptions): Promise<number> {
  const check = await runApiCheck({
    send: httpProbe(baseUrl, { token, subscriptionKey }),
    productIds,
    secrets: [token, subscriptionKey],
    now: new Date(),
  });
  console.log(asJson ? JSON.stringify({ service: baseUrl, ...check }, null, 2) : apiCheckReport(check, baseUrl, paint));
  if (countResults(check).failed > 0) return 1;
  return check.stopped === null ? 0 : 2;
}

try {
  const options = readApiCheckOptions(process.argv.slice(2), process.env);
  if (options === null) console.log(usage);
  else process.exitCode = await checkService(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
