import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ensureReaders } from './prepare.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'));
  vi.stubEnv('PATH', folder);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  program('sudo', 'shift; exec "$@"');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Adds a program to the PATH, which is otherwise empty. */
function program(name: string, script: string): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

function calls(): string[] {
  const path = join(folder, 'calls');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

const recording = 'echo "$*" >> "${0%/*}/calls"';

test('readers that are there are used', () => {
  for (const name of ['soffice', 'pdftotext', 'rsvg-convert', 'Xvfb', 'xdotool', 'chromium']) program(name, '');
  program('apt-get', recording);
  expect(ensureReaders()).toBe(true);
  expect(calls()).toEqual([]);
});

test('those that are missing are installed at once, without what their packages recommend', () => {
  for (const name of ['soffice', 'Xvfb', 'xdotool', 'chromium']) program(name, '');
  const appear = `for name in pdftotext rsvg-convert; do : > "\${0%/*}/$name"; done`;
  program('apt-get', `${recording}\ncase "$*" in *download-only*) ;; install*) ${appear} ;; esac`);
  expect(ensureReaders()).toBe(true);
  expect(calls().at(-1)).toMatch(/^install .*--no-install-recommends poppler-utils librsvg2-bin$/);
});

test('a Chromium that there is no package of keeps nothing else away', () => {
  for (const name of ['soffice', 'rsvg-convert', 'Xvfb', 'xdotool']) program(name, '');
  const appear = `: > "\${0%/*}/pdftotext"`;
  program(
    'apt-get',
    `${recording}\ncase "$*" in *chromium*) exit 100 ;; *download-only*) ;; install*) ${appear} ;; esac`,
  );
  expect(ensureReaders()).toBe(false);
  expect(calls()).toContain('install -y -qq --no-install-recommends poppler-utils');
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('Not on this machine: chromium.'));
});

test.each([
  ['there is no package to be had', `${recording}\nexit 100`],
  ['installing it fails', `${recording}\ncase "$1" in install) exit 100 ;; esac`],
])('where %s, a plain notice is all', (_, script) => {
  program('apt-get', script);
  expect(ensureReaders()).toBe(false);
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('are skipped'));
});

test('where there is no apt at all, nothing is tried', () => {
  expect(ensureReaders()).toBe(false);
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('are skipped'));
});
