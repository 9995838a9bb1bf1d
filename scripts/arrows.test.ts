import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const linter = resolve('node_modules/.bin/oxlint');
const folder = mkdtempSync(join(tmpdir(), 'arrows-'));

beforeAll(() => {
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
  // Type-aware rules are irrelevant here, and the test's files aren't part of a TypeScript project.
  delete config.$schema;
  config.options = {};
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the linter's output for a file with one import, of a value or of a type. */
function lint(file: string, imported: string, keyword: 'import' | 'import type' = 'import'): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const content =
    keyword === 'import' ? 'export const planted = [thing];' : 'export type Planted = Map<string, typeof thing>;';
  writeFileSync(path, `${keyword} { thing } from '${imported}';\n\n${content}\n`);
  const { stdout, status } = spawnSync(linter, ['-c', '.oxlintrc.json', file], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`The linter did not run: ${stdout}`);
  return stdout;
}

test.each(['import', 'import type'] as const)('the linter refuses files that %s each other', (keyword) => {
  lint('src/orders/one.ts', './another.ts', keyword);
  expect(lint('src/orders/another.ts', './one.ts', keyword)).toContain('no-cycle');
});

describe('the linter holds the four arrows', () => {
  test.each([
    ['src/stock/planted.ts', '#data/stock.ts'],
    ['src/stock/planted.ts', '#server/config.ts'],
    ['src/stock/contract/planted.ts', 'react'],
    ['src/stock/contract/planted.ts', 'node:fs'],
    ['src/data/planted.ts', '#parts/panel.tsx'],
    ['src/data/planted.ts', '#ui/dialog.tsx'],
    ['src/ui/planted.tsx', '#parts/panel.tsx'],
    ['src/ui/planted.tsx', '#data/stock.ts'],
    ['src/parts/planted.tsx', '#settings/settings-page.tsx'],
    ['src/parts/planted.tsx', '#shell/shell.tsx'],
    ['src/settings/planted.tsx', '#availability/availability-page.tsx'],
    ['src/settings/planted.tsx', '#shell/shell.tsx'],
    ['src/settings/planted.tsx', '../availability/availability-page.tsx'],
    ['src/orders/share/planted.tsx', '#products/products-page.tsx'],
    ['src/shell/planted.tsx', '#orders/order-page.tsx'],
    ['src/shell/planted.tsx', '#overview/overview-page.tsx'],
    ['src/shell/planted.tsx', '#server/config.ts'],
    ['src/planted.tsx', '#server/config.ts'],
    ['src/server/planted.ts', '#parts/panel.tsx'],
    ['src/server/planted.ts', 'react'],
  ])('%s may not import %s', (file, imported) => {
    expect(lint(file, imported)).toContain('no-restricted-imports');
  });

  test.each([
    ['src/data/planted.ts', '#stock/calendar-date.ts'],
    ['src/parts/planted.tsx', '#ui/dialog.tsx'],
    ['src/settings/planted.tsx', '#parts/panel.tsx'],
    ['src/orders/share/planted.tsx', '#orders/order-page.tsx'],
    ['src/planted.tsx', '#orders/order-page.tsx'],
    ['src/server/planted.ts', '#stock/stock-result.ts'],
    ['src/server/planted.ts', 'node:fs'],
  ])('%s may import %s', (file, imported) => {
    expect(lint(file, imported)).not.toContain('no-restricted-imports');
  });
});
