import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const linter = resolve('node_modules/.bin/oxlint');
const folder = mkdtempSync(join(tmpdir(), 'floors-'));

beforeAll(() => {
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
  // Type-aware rules are irrelevant here, and the test's files aren't part of a TypeScript project.
  delete config.$schema;
  config.options = {};
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the linter's output for a file with one import. */
function lint(file: string, imported: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { thing } from '${imported}';\n\nexport const planted = [thing];\n`);
  const { stdout, status } = spawnSync(linter, ['-c', '.oxlintrc.json', file], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`The linter did not run: ${stdout}`);
  return stdout;
}

describe('the linter holds the floors', () => {
  test.each([
    ['src/lib/planted.ts', '#contract/envelope.ts'],
    ['src/lib/planted.ts', '#domain/answer.ts'],
    ['src/contract/planted.ts', '#domain/answer.ts'],
    ['src/contract/planted.ts', 'node:fs'],
    ['src/domain/planted.ts', '#api/stock.ts'],
    ['src/domain/planted.ts', 'react'],
    ['src/domain/planted.ts', '#server/config.ts'],
    ['src/api/planted.ts', '#features/answer-badge.tsx'],
    ['src/ui/planted.tsx', '#features/answer-badge.tsx'],
    ['src/ui/planted.tsx', '#api/stock.ts'],
    ['src/api/planted.ts', '#ui/choice.tsx'],
    ['src/features/planted.tsx', '#pages/calendar/calendar-page.tsx'],
    ['src/pages/calendar/planted.tsx', '#pages/availability/availability-page.tsx'],
    ['src/pages/order/verdict/planted.tsx', '#pages/calendars/calendars-page.tsx'],
    ['src/pages/calendar/planted.tsx', '#app/router.tsx'],
    ['src/pages/calendar/planted.tsx', '../availability/availability-page.tsx'],
    ['src/app/planted.tsx', '#server/config.ts'],
    ['src/server/planted.ts', '#features/answer-badge.tsx'],
    ['src/server/planted.ts', 'react'],
  ])('%s may not import %s', (file, imported) => {
    expect(lint(file, imported)).toContain('no-restricted-imports');
  });

  test.each([
    ['src/contract/planted.ts', '#lib/calendar-date.ts'],
    ['src/domain/planted.ts', '#contract/envelope.ts'],
    ['src/features/planted.tsx', '#ui/choice.tsx'],
    ['src/pages/calendar/planted.tsx', '#features/answer-badge.tsx'],
    ['src/pages/order/verdict/planted.tsx', '#pages/order/order-page.tsx'],
    ['src/server/planted.ts', '#domain/answer.ts'],
    ['src/server/planted.ts', 'node:fs'],
  ])('%s may import %s', (file, imported) => {
    expect(lint(file, imported)).not.toContain('no-restricted-imports');
  });
});
