// `npm run bench [-- NAME...]`: every benchmark, or the named ones, each in a process of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : known) {
    console.log(`\n== ${name}`);
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(folder, `${name}.bench.ts`)], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}
