// The commands of package.json: each brings its own set-up, so that any of them works on a fresh clone.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { binary, ensureBuilt, ensureInstalled, root, run } from './prepare.mjs';

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
  async bench() {
    ensureInstalled();
    ensureBuilt();
    run(binary('tsx'), ['bench/run.ts', ...process.argv.slice(2)]);
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
