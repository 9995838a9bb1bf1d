// What the first load of a page may weigh, compressed as it is served.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './prepare.mjs';

const client = join(root, 'dist', 'client');
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/** A page's entry points in the build's manifest, and how many KiB of JavaScript and CSS they may load. */
const budgets = [{ page: 'Availability', entries: ['index.html'], kib: 190 }];

for (const { page, entries, kib } of budgets) {
  const files = new Set();
  for (const entry of entries) filesOf(entry, files);
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(client, `${file}.br`)).size, 0);
  const measured = (bytes / 1024).toFixed(1);
  console.log(
    `First load of ${page}: ${measured} KiB of ${kib} KiB compressed JavaScript and CSS, ${files.size} files`,
  );
  if (bytes > kib * 1024) process.exitCode = 1;
}

/** The JavaScript and CSS of a chunk and of all that it imports at once. */
function filesOf(entry, seen) {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`The build has no ${entry}; scripts/check-budget.mjs names it.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}
