import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

describe.each(['README.md', 'ARCHITECTURE.md', 'docs/setup.md', 'docs/security.md'])('%s', (name) => {
  const text = readFileSync(name, 'utf8');

  test('names only commands that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w-]+)|(start|test))\b/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    expect(named.filter((command) => !Object.hasOwn(scripts, command))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const folder = dirname(name);
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => join(folder, match[1] ?? ''));
    const quoted = [...text.matchAll(/`((?:src|docs|e2e|bench|scripts|public|\.ci)\/[\w./$-]*)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect([...linked, ...quoted].filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('the database of docker-compose.yml is given settings of its own alone', () => {
  const [, database = ''] =
    /\n {2}db:\n([^]*?)\n {2}\w+:\n/.exec(readFileSync('deploy/docker-compose.yml', 'utf8')) ?? [];
  const named = [...database.matchAll(/[\w.-]+\.env\b|\b[A-Z_]{3,}\b(?=:)/g)].map(([name]) => name);
  expect(named).toEqual(['db.env', 'POSTGRES_USER', 'POSTGRES_DB']);
  const settings = [...readFileSync('deploy/db.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
    (match) => match[1],
  );
  expect(settings).toEqual(['POSTGRES_PASSWORD']);
});

test('every production dependency has its reason in docs/security.md', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  const [, reasons = ''] = readFileSync('docs/security.md', 'utf8').split('## Dependencies');
  const rows = reasons.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named).toHaveLength(Object.keys(dependencies).length);
  expect(new Set(named)).toEqual(new Set(Object.keys(dependencies)));
});

test('docs/security.md names every requirement of levels 1 and 2 of ASVS 5.0.0, each once', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*?) +\|[^|]+\| ([^|]+?) +\|/gm)];
  const named = rows.flatMap(([, ids = '', state = '']) => ids.split(', ').map((id) => ({ id, state })));
  expect(new Set(named.map(({ id }) => id)).size).toBe(253);
  expect(named).toHaveLength(253);
  const count = (state: string) => named.filter((each) => each.state === state).length;
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `of 253 requirements ${count('met')} are met, ${count('partly')} partly and ${count('not met')} not, ${count('n/a')} don't apply, ${count("the operator's")} are the operator's`,
  );
});
