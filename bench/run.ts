// `npm run bench [-- NAME...]`: runs all benchmarks, or the named ones, each in its own process, and updates RESULTS.md
// with their output.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { basename, join } from 'node:path';

import { binary } from '#scripts/prepare.mjs';

import { chromiumPath } from './bench-browser.ts';

const folder = import.meta.dirname;
const resultsFile = join(folder, 'RESULTS.md');
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));

/** Runs a benchmark with inherited output; returns the output, or null if it failed. */
async function measure(name: string): Promise<string | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, `${name}.bench.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    printed += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? printed.trim() : null;
}

/** Load average of the last minute. */
function load(): string | undefined {
  return loadavg()[0]?.toFixed(1);
}

function versionOf(program: string): string {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() || `no ${program}`;
}

function head(): string {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}`;
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  const peers = Object.keys(dependencies).map((name) => {
    const path = join(folder, 'node_modules', name, 'package.json');
    return `${name} ${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`;
  });
  const versions = [
    `Node ${process.version}`,
    versionOf(chromiumPath ?? 'chromium'),
    `SQLite ${versionOf('sqlite3').split(' ')[0]}`,
    versionOf('postgres'),
    ...peers,
  ];
  return `# Results\n\n\`npm run bench\` writes this file. Each section says when it was measured and how busy the machine was.\n\nMachine: ${machine}\n\nVersions: ${versions.join(', ')}\n`;
}

/** Parses RESULTS.md into sections by benchmark. */
function readSections(): Map<string, string> {
  const text = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : '';
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end).trim()];
      }),
  );
}

if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : known) {
    console.log(`\n## ${name}`);
    const before = load();
    const printed = await measure(name);
    if (printed === null) {
      process.exitCode = 1;
      continue;
    }
    const commit = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).stdout.trim();
    const note = `${new Date().toISOString().slice(0, 16)}Z, commit ${commit}, load average ${before} before, ${load()} after.`;
    const sections = readSections().set(name, `${note}\n\n${printed}`);
    const texts = known.flatMap((each) => (sections.has(each) ? [`## ${each}\n\n${sections.get(each)}\n`] : []));
    writeFileSync(resultsFile, [head(), ...texts].join('\n'));
    spawnSync(binary('oxfmt'), [resultsFile]);
  }
}
