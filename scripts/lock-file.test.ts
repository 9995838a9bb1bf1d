import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const packages: Record<string, LockedPackage> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

/** The package that `name` means for the one at `path`: in its own modules, else in those of a folder above. */
function lockedFor(path: string, name: string): LockedPackage | undefined {
  const own = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  if (own !== undefined || path === '') return own;
  return lockedFor(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
}

// Where a registry lacks the binary of some other system, npm leaves it out of the lock without a word, and from
// then on `npm ci` refuses the lock on every machine.
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
