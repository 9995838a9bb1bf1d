// Tests every mutant of the given folders or files: `npm run mutate` (docs/mutation.md).
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const isSource = (name) =>
  /(?<!\.(?:test|sample|arbitrary|oracle|fake|fixture|d))\.ts$/.test(name) && !name.startsWith('open-api');
const logger = { debug() {}, info() {}, warn: console.warn, error: console.error, isDebugEnabled: () => false };
/** Broad tests run last, for mutants that no other test reaches. */
const late = /api-check/;
/** Tests that take long per mutant run after the others: hundreds of lists, then property-based ones. */
const slow = [/corpus/, /read-order-list/, late];
/** Tests in other folders that also cover a folder. */
const alsoHeldBy = {
  'src/server/service': ['src/server/served-stock.test.ts'],
  'src/server/gateway': ['src/server/upstream/upstream-app.test.ts', 'src/server/sign-in/company-routes.test.ts'],
};
/** Excluded: with a hundred thousand products or ten thousand requests per mutant, they would take days. */
const leftOut = new Set(['calendar-pages.test.ts', 'stock-oracle.test.ts']);
/** Time in ms after which a mutant counts as an infinite loop. */
const patience = 120_000;

const words = process.argv.slice(2);
const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const sampleSize = Number(option('sample') ?? Infinity);
for (const place of words.filter((word) => !word.startsWith('--'))) await mutate(place);

/** Tests the mutants of a folder, or of one file with the tests of its folder. */
async function mutate(place) {
  const home = join('.cache/mutation', place.replaceAll('/', '-'));
  const folder = place.endsWith('.ts') ? dirname(place) : place;
  const names = readdirSync(folder);
  const sources = folder === place ? names.filter(isSource).map((name) => `${folder}/${name}`) : [place];
  const { files, mutants } = await new Instrumenter(logger).instrument(
    sources.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  );
  rmSync(home, { recursive: true, force: true });
  for (const { name, content } of files) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    // Disable coverage counting once a mutant is active; it takes most of the time.
    const hushed = content.replace('function cover() {', 'function cover() {\n    if (ns.activeMutant) return;');
    writeFileSync(join(home, name), hushed);
  }
  const tried = sampleOf(mutants);
  const notes = join(home, 'notes.jsonl');
  writeFileSync(notes, `${JSON.stringify({ tried: tried.map(({ id }) => id) })}\n`);
  console.log(`${place}: ${tried.length} of ${mutants.length} mutants`);
  const cost = (name) =>
    slow.findIndex((words) => words.test(name)) + (names.includes(name.replace('.test', '')) ? 0 : 0.5);
  const tests = names.filter((name) => name.endsWith('.test.ts') && !leftOut.has(name));
  const beside = tests.toSorted((a, b) => cost(a) - cost(b)).map((name) => `${folder}/${name}`);
  // A worker's file would answer the messages of the test's own thread.
  const loaded = JSON.stringify(sources.filter((name) => !name.endsWith('-worker.ts')).map((name) => resolve(name)));
  for (const test of [...beside, ...(alsoHeldBy[folder] ?? [])]) while (!(await tryAll(test, home, notes, loaded)));
  report(place, home, tried, read(notes));
}

/** Draws a uniform random sample, reproducible by seed. */
function sampleOf(mutants) {
  let seed = Number(option('seed') ?? 1);
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const shuffled = mutants.map((mutant) => [random(), mutant]).toSorted(([a], [b]) => a - b);
  return shuffled
    .slice(0, sampleSize)
    .map(([, mutant]) => mutant)
    .toSorted((a, b) => a.id - b.id);
}

function read(notes) {
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Runs one test file against the mutants not detected so far; false if it was stopped and must continue. */
function tryAll(file, home, notes, sources) {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'mutation/vitest.config.ts'],
    {
      env: {
        PROPERTY_RUNS: '50',
        ...process.env,
        MUTATION_HOME: home,
        MUTATION_TEST: file,
        MUTATION_SOURCES: sources,
        MUTATION_LATE: late.test(file) ? '1' : '',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  let seen = 0;
  const watch = setInterval(() => {
    const { length } = readFileSync(notes);
    if (length === seen) child.kill('SIGKILL');
    seen = length;
  }, patience);
  return new Promise((resolve) => {
    child.on('exit', () => {
      clearInterval(watch);
      const last = read(notes).at(-1);
      if (last.trying !== undefined) appendFileSync(notes, `${JSON.stringify({ noticed: last.trying, by: 'time' })}\n`);
      else if (last.finished !== file) throw new Error(`${file} fails without any mutant, or could not be run`);
      resolve(last.finished === file);
    });
  });
}

function report(place, home, mutants, notes) {
  const noticed = new Set(notes.map((note) => note.noticed));
  const reached = new Set(notes.flatMap((note) => note.reached ?? []));
  const atLoad = new Set(notes.flatMap((note) => note.atLoad ?? []));
  const counted = mutants.filter(({ id }) => reached.has(id) || !atLoad.has(id));
  const score = (some) => {
    const { length } = some.filter(({ id }) => noticed.has(id));
    return `${((100 * length) / some.length).toFixed(1)} % (${length} of ${some.length})`;
  };
  const text = [];
  for (const file of new Set(counted.map(({ fileName }) => fileName))) {
    const some = counted.filter(({ fileName }) => fileName === file);
    text.push(`${score(some)} ${file}`);
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const { id, location, replacement, mutatorName } of some.filter((mutant) => !noticed.has(mutant.id))) {
      const { start, end } = location;
      const written = lines[start.line].slice(start.column, start.line === end.line ? end.column : undefined);
      const became = replacement.replaceAll(/\s+/g, ' ').slice(0, 90);
      text.push(`  ${start.line + 1} ${mutatorName}${reached.has(id) ? '' : ', not reached'}: ${written} => ${became}`);
    }
  }
  for (const { unsound } of notes) if (unsound !== undefined) text.push(`${unsound} fails by now without any mutant`);
  text.push(`${score(counted)} ${place}`);
  writeFileSync(join(home, 'report.txt'), `${text.join('\n')}\n`);
  console.log(text.filter((line) => !line.startsWith(' ')).join('\n'));
}
