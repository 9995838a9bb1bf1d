// `npm test`: type check, lint, unit and service tests, build and its size, browser tests; then prints the number of tests run.
import { readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { binary, ensureBuilt, ensureChromium, ensureReaders, root } from './prepare.mjs';

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });

const suites = [];
const failures = [];

check('types', binary('tsc'), ['--noEmit']);
check('lint', binary('oxlint'), ['--deny-warnings']);
check('format', binary('oxfmt'), ['--check', '.']);
check('unused code', binary('knip'), []);

ensureBuilt();
check('size of the build', process.execPath, ['scripts/check-budget.mjs']);

for (const project of ['unit', 'service', 'postgres']) {
  const report = join(results, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = check(project, binary('vitest'), ['run', '--project', project, ...reporters]);
  const { numPassedTests, numFailedTests, numPendingTests } = readReport(report);
  count(project, ok, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests });
}

const report = join(results, 'browser.json');
const chromium = await ensureChromium();
ensureReaders();
const ok = check('browser', binary('playwright'), ['test', '--retries=1'], {
  CHROME_PATH: chromium,
  PLAYWRIGHT_JSON_OUTPUT_NAME: report,
});
const { expected = 0, unexpected, flaky = 0, skipped } = readReport(report).stats ?? {};
count('browser', ok, { passed: expected + flaky, failed: unexpected, skipped });
if (flaky > 0) console.log(`\n${flaky} browser test(s) passed only on the second try.`);

console.log('\nTests by suite');
for (const { suite, passed, failed, skipped } of suites) {
  console.log(`  ${suite.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
if (failures.length > 0) console.log(`\nNot in order: ${failures.join(', ')}`);
const total = (key) => suites.reduce((sum, suite) => sum + suite[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

function check(name, program, words, environment = {}) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) failures.push(name);
  return status === 0;
}

/** A suite without a report or without any test counts as failed. */
function count(suite, ok, { passed = 0, failed = 0, skipped = 0 }) {
  suites.push({ suite, passed, failed, skipped });
  if (ok && passed === 0) failures.push(`${suite} (no test ran)`);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
