import { styleText } from 'node:util';

import { contractReport, countResults, type Paint } from '#stock/contract/api-check.ts';

import { checkContract } from './check-contract.ts';
import { type ConformanceOptions, readConformanceOptions, UsageError, usage } from './conformance-options.ts';
import { httpProbe } from './probe.ts';

const styles = {
  met: 'green',
  broken: 'red',
  'not-shown': 'yellow',
  'not-tried': 'gray',
  dim: 'gray',
  strong: 'bold',
} as const;

/** Uses color in a terminal only. */
const paint: Paint = (text, as) =>
  process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? styleText(styles[as], text) : text;

/** Runs the check, prints its report and returns the exit code. */
async function conformance({
  baseUrl,
  token,
  subscriptionKey,
  productIds,
  asJson,
}: ConformanceOptions): Promise<number> {
  const check = await checkContract({
    send: httpProbe(baseUrl, { token, subscriptionKey }),
    productIds,
    secrets: [token, subscriptionKey],
    now: new Date(),
  });
  console.log(asJson ? JSON.stringify({ service: baseUrl, ...check }, null, 2) : contractReport(check, baseUrl, paint));
  if (countResults(check).broken > 0) return 1;
  return check.stopped === null ? 0 : 2;
}

try {
  const options = readConformanceOptions(process.argv.slice(2), process.env);
  if (options === null) console.log(usage);
  else process.exitCode = await conformance(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
