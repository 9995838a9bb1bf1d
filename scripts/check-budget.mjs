// Checks the compressed size of each page's first load.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './prepare.mjs';

const client = join(root, 'dist', 'client');
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));

/** Entry points of each page in the build manifest, and their limit in KiB of JavaScript and CSS. */
const budgets = [{ page: 'Availability', entries: ['index.html'], kib: 178 }];

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

/** JavaScript and CSS files of a chunk and its static imports. */
function filesOf(entry, seen) {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`The build has no ${entry}; scripts/check-budget.mjs names it.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}
