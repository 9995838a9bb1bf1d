import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { ensureBuilt } from './prepare.mjs';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const compose = readFileSync('deploy/docker-compose.yml', 'utf8');
const [, image = ''] = dockerfile.split(/^FROM .*(?<!AS build)$/m);
const folder = mkdtempSync(join(tmpdir(), 'stock-image-'));
const data = join(folder, 'data');
let server: ChildProcess | undefined;

afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true });
});

test('the image has a supported Node, an ordinary user and a health check', () => {
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(
    Array(2).fill('node:24-bookworm-slim'),
  );
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^HEALTHCHECK /m);
});

test('its container can write to its data and /tmp only, and gains no rights', () => {
  const [, app = ''] = compose.split(/^ {2}app:$/m);
  for (const line of ['volumes:\n      - app:/data', 'read_only: true', 'tmpfs:\n      - /tmp', 'cap_drop: [ALL]'])
    expect(app).toContain(`\n    ${line}\n`);
  expect(app).toContain('- no-new-privileges:true\n');
});

test('what the image contains starts, is healthy, and writes to its data only', async () => {
  ensureBuilt();
  // The packages that are left after `npm prune --omit=dev`, as links: `--preserve-symlinks` finds no others.
  const delivered = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' });
  const [root = '', ...packages] = delivered.trim().split('\n');
  const top = packages.filter((path) => path.lastIndexOf('node_modules') === root.length + 1);
  for (const path of [...top, join(root, 'dist'), join(root, 'package.json')]) {
    const link = join(folder, path.slice(root.length));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path, link);
  }
  const contents = readdirSync(folder, { recursive: true });
  const [, start = '[]'] = /^CMD (.*)$/m.exec(image) ?? [];
  const [, check = '[]'] = /^HEALTHCHECK .*\\\n\s+CMD (.*)$/m.exec(image) ?? [];
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: data };
  const words = ['--preserve-symlinks', '--preserve-symlinks-main', ...JSON.parse(start).slice(1)];
  server = spawn(process.execPath, words, { cwd: folder, env });
  let log = '';
  for (const output of [server.stdout, server.stderr]) output?.on('data', (chunk) => (log += String(chunk)));
  await expect.poll(() => log, { timeout: 60_000 }).toContain('Stock Horizon is at http://127.0.0.1:');
  const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(log) ?? [];
  execFileSync(process.execPath, JSON.parse(check).slice(1), { env: { ...env, PORT: port }, timeout: 30_000 });
  expect(readdirSync(folder, { recursive: true }).filter((path) => !String(path).startsWith('data'))).toEqual(contents);
});
