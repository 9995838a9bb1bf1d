import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';

const { MUTATION_HOME = '', MUTATION_TEST = '' } = process.env;

/** Runs one test file against the instrumented sources. */
export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load(id) {
        const mutated = join(MUTATION_HOME, relative(process.cwd(), id));
        return existsSync(mutated) ? readFileSync(mutated, 'utf8') : null;
      },
    },
  ],
  test: {
    include: [MUTATION_TEST],
    runner: 'mutation/mutant-runner.ts',
    environment: 'node',
    // Killing the process also ends a mutant in an infinite loop.
    pool: 'threads',
    unstubGlobals: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    silent: true,
    reporters: [],
  },
});
