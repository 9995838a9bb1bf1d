import { defineConfig } from 'vitest/config';

const folder = process.env.MUTATE ?? '';

/** The tests beside what is mutated, and nothing that only screens need. */
export default defineConfig({
  test: {
    include: [`${folder}/*.test.ts`],
    environment: 'node',
    isolate: folder.startsWith('src/server'),
    unstubGlobals: true,
    testTimeout: 60_000,
  },
});
