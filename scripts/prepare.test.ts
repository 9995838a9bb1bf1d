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

/** Puts a program on the PATH, where nothing else is. */
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
  for (const name of ['soffice', 'pdftotext', 'rsvg-convert']) program(name, '');
  program('apt-get', recording);
  expect(ensureReaders()).toBe(true);
  expect(calls()).toEqual([]);
});

test('those that are missing are installed at once, without what their packages recommend', () => {
  program('soffice', '');
  const appear = `for name in pdftotext rsvg-convert; do : > "\${0%/*}/$name"; done`;
  program('apt-get', `${recording}\ncase "$*" in *download-only*) ;; install*) ${appear} ;; esac`);
  expect(ensureReaders()).toBe(true);
  expect(calls().at(-1)).toMatch(/^install .*--no-install-recommends poppler-utils librsvg2-bin$/);
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
