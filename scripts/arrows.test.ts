import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  mkdirSync(join(folder, 'scripts'));
  for (const plugin of config.jsPlugins) copyFileSync(plugin, join(folder, plugin));
});

afterAll(() => rmSync(folder, { recursive: true }));

const planted = {
  import: (from: string) => `import { thing } from '${from}';\n\nexport const planted = [thing];\n`,
  'import type': (from: string) =>
    `import type { thing } from '${from}';\n\nexport type Planted = Map<string, typeof thing>;\n`,
  export: (from: string) => `export { thing } from '${from}';\n`,
  'import()': (from: string) => `export const planted = () => import('${from}');\n`,
};

/** Returns the linter's output for a file with one import. */
function lint(file: string, imported: string, how: keyof typeof planted = 'import'): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, planted[how](imported));
  const { stdout, status } = spawnSync(linter, ['-c', '.oxlintrc.json', file], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`The linter did not run: ${stdout}`);
  return stdout;
}

test.each(['import', 'import type'] as const)('the linter refuses files that %s each other', (how) => {
  lint('src/orders/one.ts', './another.ts', how);
  expect(lint('src/orders/another.ts', './one.ts', how)).toContain('no-cycle');
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
    ['src/orders/share/planted.tsx', '#products/products-page.tsx'],
    ['src/a-new-screen/planted.tsx', '#orders/order-page.tsx'],
    ['src/orders/planted.tsx', '#a-new-screen/page.tsx'],
    ['src/parts/planted.tsx', '#a-new-screen/page.tsx'],
    ['src/orders/planted.tsx', 'node:fs'],
    ['src/shell/planted.tsx', '#orders/order-page.tsx'],
    ['src/shell/planted.tsx', '#overview/overview-page.tsx'],
    ['src/shell/planted.tsx', '#server/config.ts'],
    ['src/planted.tsx', '#server/config.ts'],
    ['src/server/planted.ts', '#parts/panel.tsx'],
    ['src/server/planted.ts', 'react'],
  ])('%s may not import %s', (file, imported) => {
    expect(lint(file, imported)).toContain('arrows(imports)');
  });

  test.each(['import type', 'export', 'import()'] as const)('also by %s', (how) => {
    expect(lint('src/parts/planted.ts', '#orders/planted.ts', how)).toContain('arrows(imports)');
  });

  test.each([
    ['src/data/planted.ts', '#stock/calendar-date.ts'],
    ['src/parts/planted.tsx', '#ui/dialog.tsx'],
    ['src/settings/planted.tsx', '#parts/panel.tsx'],
    ['src/orders/share/planted.tsx', '#orders/order-page.tsx'],
    ['src/a-new-screen/planted.tsx', '#a-new-screen/page.tsx'],
    ['src/orders/planted.test.ts', '#server/config.ts'],
    ['src/planted.tsx', '#orders/order-page.tsx'],
    ['src/server/planted.ts', '#stock/stock-result.ts'],
    ['src/server/planted.ts', 'node:fs'],
  ])('%s may import %s', (file, imported) => {
    expect(lint(file, imported)).not.toContain('arrows(imports)');
  });
});

test.each(['src/settings/planted.tsx', 'src/settings/planted.test.ts', 'scripts/planted.ts'])(
  'the linter refuses that %s imports by a path upwards',
  (file) => expect(lint(file, '../availability/availability-page.tsx')).toContain('no-restricted-imports'),
);
