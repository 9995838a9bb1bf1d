import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

describe.each(['README.md', 'ARCHITECTURE.md'])('%s', (name) => {
  const text = readFileSync(name, 'utf8');

  test('names only commands that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w-]+)|(start|test))\b/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    expect(named.filter((command) => !Object.hasOwn(scripts, command))).toEqual([]);
  });

  test('names only files and folders that exist', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
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
