// The commands of package.json: each brings its own set-up, so that any of them works on a fresh clone.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { binary, ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

const mutatedFolders = [
  ...['order', 'order-list', 'calendars', 'export'].map((name) => `src/domain/${name}`),
  ...['domain', 'lib', 'contract', 'server/service', 'server/gateway', 'server/gateway/upstream'].map(
    (name) => `src/${name}`,
  ),
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
  async conformance() {
    ensureInstalled();
    ensureBuilt();
    await load('dist/server/conformance.js');
  },
  async dev() {
    ensureInstalled();
    await load('scripts/dev.mjs');
  },
  async test() {
    ensureInstalled();
    await load('scripts/test.mjs');
  },
  async fuzz() {
    ensureInstalled();
    process.env.FUZZ_REQUESTS ??= '100000';
    run(binary('vitest'), ['run', '--project', 'service', 'scripts/fuzz.test.ts']);
  },
  async soak() {
    ensureInstalled();
    process.env.SOAK_MINUTES ??= '30';
    run(binary('vitest'), ['run', '--project', 'service', 'scripts/soak.test.ts']);
  },
  /** The service's tests on the oldest Node that is supported and on the one to run it on. */
  async nodes() {
    ensureInstalled();
    const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'service', ...process.argv.slice(2)];
    for (const version of ['20.19', '24']) run('npx', ['--yes', '--package', `node@${version}`, 'node', ...tests]);
  },
  /** Mutation tests of the folders given, else of everything that promises a date or guards one (docs/mutation.md). */
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
// The commands themselves see only what was said to them.
process.argv.splice(2, 1);
await commands[name]();
