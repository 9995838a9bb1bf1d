// The commands of package.json. Each installs what it needs, so that it works on a fresh clone.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { binary, ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

const mutatedFolders = [
  ...['', '/order', '/order-list', '/calendars', '/export', '/contract', '/promises'].map((name) => `src/stock${name}`),
  ...['service', 'gateway', 'upstream'].map((name) => `src/server/${name}`),
];

const commands = {
  async start() {
    ensureInstalled();
    ensureBuilt();
    await load('dist/server/main.js');
  },
  async import() {
    ensureInstalled();
    ensureBuilt();
    await load('dist/server/import.js');
  },
  async credentials() {
    ensureInstalled();
    ensureBuilt();
    await load('dist/server/credentials.js');
  },
  async 'api-check'() {
    ensureInstalled();
    ensureBuilt();
    await load('dist/server/api-check.js');
  },
  async dev() {
    ensureInstalled();
    await load('scripts/dev.mjs');
  },
  async test() {
    ensureInstalled();
    await load('scripts/test.mjs');
  },
  /** The README's pictures, of the screens as they are. */
  async pictures() {
    ensureInstalled();
    await load('scripts/pictures.mjs');
  },
  async fuzz() {
    ensureInstalled();
    process.env.FUZZ_REQUESTS ??= '100000';
    run(binary('vitest'), ['run', '--project', 'service', 'scripts/fuzz.test.ts']);
  },
  /** The property-based tests with other values each time, and 20 times as many: `RUNS=50 SEED=7 npm run properties`. */
  async properties() {
    ensureInstalled();
    process.env.SEED ??= 'random';
    process.env.RUNS ??= '20';
    const tests = ['src', 'scripts'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((name) => /\.test\.tsx?$/.test(name))
        .map((name) => join(folder, name))
        .filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'")),
    );
    const projects = ['--project', 'unit', '--project', 'service', '--test-timeout=600000'];
    run(binary('vitest'), ['run', ...projects, ...tests]);
  },
  /**
   * Years of runs over promises and watches, compared with the truth: another seed each time, unless one is given. On
   * PostgreSQL (`SIMULATE_STORE=postgres`) a hundredth of them.
   */
  async simulate() {
    ensureInstalled();
    process.env.SIMULATE_SEED ??= String(Math.floor(Math.random() * 1_000_000));
    const isPostgres = process.env.SIMULATE_STORE === 'postgres';
    process.env.SIMULATE_LINES ??= isPostgres ? '1000' : '10000';
    process.env.SIMULATE_DAYS ??= isPostgres ? '100' : '1000';
    const project = isPostgres ? 'postgres' : 'service';
    run(binary('vitest'), ['run', '--project', project, 'src/server/promises/simulation']);
  },
  async soak() {
    ensureInstalled();
    process.env.SOAK_MINUTES ??= '30';
    run(binary('vitest'), ['run', '--project', 'service', 'scripts/soak.test.ts']);
  },
  /** Service tests on the oldest supported and on the recommended version of Node. */
  async nodes() {
    ensureInstalled();
    const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'service', ...process.argv.slice(2)];
    for (const version of ['20.19', '24']) run('npx', ['--yes', '--package', `node@${version}`, 'node', ...tests]);
  },
  /** Mutation tests of the given folders, by default of all code that affects ship dates (docs/mutation.md). */
  async mutate() {
    const home = 'mutation';
    ensureInstalled();
    ensureInstalled(home);
    const words = process.argv.slice(2);
    const given = words.filter((word) => !word.startsWith('--'));
    run(process.execPath, ['mutation/mutate.mjs', ...words, ...(given.length > 0 ? [] : mutatedFolders)]);
  },
  async bench() {
    ensureInstalled();
    ensureInstalled('bench');
    ensureBuilt();
    run(binary('tsc'), ['--noEmit', '--project', 'bench']);
    run(binary('tsx'), ['--tsconfig', 'bench/tsconfig.json', 'bench/run.ts', ...process.argv.slice(2)]);
  },
};

function load(path) {
  return import(pathToFileURL(join(root, path)).href);
}

const name = process.argv[2] ?? '';
if (!Object.hasOwn(commands, name)) {
  console.error(`Unknown command "${name}". Known: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
// Pass each command only its own arguments.
process.argv.splice(2, 1);
await commands[name]();
