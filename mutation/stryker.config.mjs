const { MUTATE: folder = 'src/domain' } = process.env;

/** Mutates one folder with the tests beside it; what hasn't changed since its last run isn't tried again. */
export default {
  mutate: [`${folder}/*.ts`, '!src/**/*.{test,sample,arbitrary,oracle,fake,fixture}.ts', '!src/contract/open-api*.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `.cache/mutation/${folder.replaceAll('/', '-')}.json`,
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { logTests: false, allowColor: false },
  htmlReporter: { fileName: `.cache/mutation/${folder.replaceAll('/', '-')}.html` },
  ignorePatterns: ['dist', 'bench', 'e2e', 'docs', 'deploy', 'test-results', '.cache'],
  tempDirName: '.cache/mutation/sandbox',
  // TypeScript 7 has no interface for programs, which the preparation of a sandbox's tsconfig.json asks for.
  tsconfigFile: 'none',
  allowConsoleColors: false,
};
