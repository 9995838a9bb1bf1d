import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const packages: Record<string, LockedPackage> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

/** Resolves `name` from the package at `path`: in its own `node_modules`, or in those of a parent folder. */
function lockedFor(path: string, name: string): LockedPackage | undefined {
  const own = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  if (own !== undefined || path === '') return own;
  return lockedFor(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
}

// If a registry lacks the binary for another system, npm silently omits it from the lock file, and `npm ci` then rejects
// that lock file on every machine.
test('the lock file holds the binaries of every system', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => {
        const locked = lockedFor(path, name);
        return locked === undefined || (/^\d/.test(version) && locked.version !== version);
      })
      .map(([name, version]) => `${path} wants ${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test.each(['bench', 'mutation'])('every package that %s installs has a checksum', (folder) => {
  const locked: Record<string, LockedPackage> = JSON.parse(
    readFileSync(`${folder}/package-lock.json`, 'utf8'),
  ).packages;
  expect(Object.keys(locked).length).toBeGreaterThan(50);
  expect(Object.entries(locked).filter(([path, { integrity }]) => path !== '' && integrity === undefined)).toEqual([]);
});

test('every package has a checksum, but for binaries of linters for other systems', () => {
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
  expect(without.filter(([, { dev, optional }]) => !(dev === true && optional === true))).toEqual([]);
  const linters = /^node_modules\/@(?:oxc-parser|oxfmt|oxlint|oxlint-tsgolint)\/(?:binding-)?\w+-/;
  expect(without.filter(([path]) => !linters.test(path))).toEqual([]);
});

const delivered = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
);

test('every delivered package has a licence that allows its delivery', () => {
  const permissive = /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|Apache-2\.0|Unlicense|CC0-1\.0)$/;
  const isPermissive = ({ license = '' }: LockedPackage) =>
    license
      .replaceAll(/[()]/g, '')
      .split(' AND ')
      .every((all) => all.split(' OR ').some((one) => permissive.test(one)));
  expect(isPermissive({ license: 'MIT AND GPL-3.0-only' })).toBe(false);
  expect(delivered.length).toBeGreaterThan(50);
  expect(delivered.filter(([, locked]) => !isPermissive(locked)).map(([path]) => path)).toEqual([]);
});

test('one delivered package runs a script at its installation', () => {
  // It chooses the binary for the system among those that the package contains (docs/security.md).
  const scripted = delivered.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(scripted.map(([path]) => path)).toEqual(['node_modules/@photostructure/sqlite']);
});

test('npm lists what is delivered, as many packages as are known', () => {
  const listed = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
      maxBuffer: 1 << 26,
    }).toString('utf8'),
  ) as { components: { name: string; hashes?: unknown[] }[] };
  expect(listed.components.length).toBeGreaterThan(50);
  expect(listed.components.length).toBeLessThanOrEqual(200);
  expect(listed.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
});
