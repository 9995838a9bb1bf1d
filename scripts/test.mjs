// `npm test`: type check, lint, unit and service tests, build and its size, browser tests; then prints the number of tests run.
import { readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';

import { binary, ensureBuilt, ensureChromium, ensureReaders, root } from './prepare.mjs';

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });

const suites = [];
const failures = [];
/** What passed only when it ran again. */
const secondTries = [];

check('types', binary('tsc'), ['--noEmit']);
check('lint', binary('oxlint'), ['--deny-warnings']);
check('format', binary('oxfmt'), ['--check', '.']);
check('unused code', binary('knip'), []);

ensureBuilt();
check('size of the build', process.execPath, ['scripts/check-budget.mjs']);

for (const project of ['unit', 'service', 'postgres']) {
  const first = runVitest(project);
  // As browser tests, once more: all of the project, since a worker that ended early names no file.
  const last = first.ok ? first : runVitest(project);
  if (last.ok && !first.ok) secondTries.push(first.failed.join(', ') || project);
  count(project, last.ok, last.counts);
  failures.push(...last.failed);
}

const report = join(results, 'browser.json');
const chromium = await ensureChromium();
ensureReaders();
const ok =
  run('browser', binary('playwright'), ['test', '--retries=1'], {
    CHROME_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  }) === 0;
const { expected = 0, unexpected, flaky = 0, skipped } = readReport(report).stats ?? {};
count('browser', ok, { passed: expected + flaky, failed: unexpected, skipped });
if (flaky > 0) secondTries.push(`${flaky} browser test(s)`);
for (const what of secondTries) console.log(`\nPassed only on the second try: ${what}`);

console.log('\nTests by suite');
for (const { suite, passed, failed, skipped } of suites) {
  console.log(`  ${suite.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
if (failures.length > 0) console.log(`\nNot in order:\n  ${failures.join('\n  ')}`);
const total = (key) => suites.reduce((sum, suite) => sum + suite[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Counts the tests of a project by outcome, and names the files that failed. */
function runVitest(project) {
  const report = join(results, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = run(project, binary('vitest'), ['run', '--project', project, ...reporters]) === 0;
  const { numPassedTests, numFailedTests, numPendingTests, testResults = [] } = readReport(report);
  const failed = testResults.filter(({ status }) => status === 'failed');
  return {
    ok,
    counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests },
    failed: failed.map(({ name, message }) => `${relative(root, name)} ${message}`.trim()),
  };
}

function check(name, program, words, environment) {
  const status = run(name, program, words, environment);
  if (status !== 0) failures.push(name);
  return status === 0;
}

function run(name, program, words, environment = {}) {
  console.log(`\n== ${name}`);
  const env = { ...process.env, ...environment };
  return spawnSync(program, words, { cwd: root, stdio: 'inherit', env }).status;
}

/** A suite without a report or without any test counts as failed. */
function count(suite, ok, { passed = 0, failed = 0, skipped = 0 }) {
  suites.push({ suite, passed, failed, skipped });
  if (!ok) failures.push(suite);
  else if (passed === 0) failures.push(`${suite} (no test ran)`);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
