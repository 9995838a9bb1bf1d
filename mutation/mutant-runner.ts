import { startTests, type VitestRunner } from '@vitest/runner';
import { configureGlobal } from 'fast-check';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  vi,
} from 'vitest';

/** Counts by mutant ID. */
type Hits = Record<string, number>;

/** Global object that Stryker's instrumented code reads and writes. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}
const mutation: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {});

const notes = join(process.env['MUTATION_HOME'] ?? '', 'notes.jsonl');
const note = (entry: object) => appendFileSync(notes, `${JSON.stringify(entry)}\n`);

const forget = () => undefined;

/** Pseudo test ID for code that runs outside tests: hooks, and code between tests. */
const hooks = 'hooks';

// Use fixed examples and stop at the first failure without shrinking.
configureGlobal({ seed: 1, endOnFailure: true });

/**
 * Runs a test file unchanged and records which test reaches which mutants. Then runs the tests that reach each mutant
 * until one fails. Modules are reloaded every time, so that no state carries over.
 */
export default class MutantRunner extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    await super.onBeforeRunSuite(suite);
    mutation.currentTestId = hooks;
  }

  override onBeforeTryTask(test: RunnerTestCase) {
    super.onBeforeTryTask(test);
    mutation.currentTestId = test.id;
  }

  override onAfterRunTask(test: RunnerTestCase) {
    super.onAfterRunTask(test);
    mutation.currentTestId = hooks;
  }

  override async onAfterRunSuite(suite: RunnerTestSuite) {
    await super.onAfterRunSuite(suite);
    if (suite === suite.file && suite.result?.state === 'pass') await this.#tryMutants(suite.file);
  }

  async #tryMutants(file: RunnerTestFile) {
    // Code that runs when a file is loaded is known even if no test loads it.
    mutation.currentTestId = undefined;
    for (const source of JSON.parse(process.env['MUTATION_SOURCES'] ?? '[]')) await import(source).catch(forget);
    const { static: atLoad = {}, perTest = {} } = mutation.mutantCoverage ?? {};
    const path = file.filepath;
    const earlier = readFileSync(notes, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const tried = new Set<string>(earlier[0].tried);
    const isLate = process.env['MUTATION_LATE'] === '1';
    const done = new Set<string>(
      earlier.flatMap(({ test, reached = [], survived = [], noticed = [] }) =>
        [noticed, test === file.name ? survived : isLate ? reached : []].flat(),
      ),
    );
    const reached = new Map<string, { tests: Set<string>; hits: number }>();
    for (const [test, hitsOfTest] of Object.entries(perTest))
      for (const [mutant, hits] of Object.entries(hitsOfTest)) {
        const entry = reached.get(mutant) ?? { tests: new Set(), hits: 0 };
        reached.set(mutant, { tests: entry.tests.add(test), hits: entry.hits + hits });
      }
    note({ test: file.name, reached: [...reached.keys()], atLoad: Object.keys(atLoad) });
    const runAgain = this.#runnerOfOne();
    const everyTest = new Set([hooks]);
    const withoutMutant = () => runAgain(path, everyTest, undefined, 0);
    const startedAt = performance.now();
    const atFirst = await withoutMutant();
    const isQuick = performance.now() - startedAt < 1000;
    if (atFirst !== null) throw new Error(`${file.name} fails when it is run again: ${atFirst}`);
    for (const [mutant, { tests, hits }] of reached) {
      if (!tried.has(mutant) || done.has(mutant)) continue;
      note({ trying: mutant });
      // A value cached during an earlier test, such as a number format, can hide which tests reach a mutant.
      const by =
        (await runAgain(path, tests, mutant, hits)) ??
        (isQuick ? await runAgain(path, everyTest, mutant, hits * 100) : null);
      note(by === null ? { survived: mutant, test: file.name } : { noticed: mutant, by });
    }
    const atLast = await withoutMutant();
    if (atLast !== null) note({ unsound: `${file.name}, ${atLast}` });
    note({ finished: file.name });
  }

  /** Runs the selected tests with a mutant, unreported. Returns what failed, or null. */
  #runnerOfOne() {
    let selected = new Set<string>();
    let failed: string | null = null;
    const inner: VitestRunner = Object.assign(Object.create(this) as VitestRunner, {
      config: { ...this.config, testTimeout: 30_000, hookTimeout: 30_000 },
      onCollected: ([file]: RunnerTestFile[]) => void skipOthers(file!, selected),
      onBeforeRunSuite: (suite: RunnerTestSuite) => TestRunner.prototype.onBeforeRunSuite.call(this, suite),
      onAfterRunSuite: (suite: RunnerTestSuite) => TestRunner.prototype.onAfterRunSuite.call(this, suite),
      onBeforeRunTask: async (test: RunnerTestCase) => {
        if (failed === null) await TestRunner.prototype.onBeforeRunTask.call(this, test);
        else test.mode = 'skip';
      },
      onBeforeTryTask: (test: RunnerTestCase) => TestRunner.prototype.onBeforeTryTask.call(this, test),
      onAfterRunTask: (test: RunnerTestCase) => {
        if (test.result?.state === 'fail') failed = `${test.name}: ${test.result.errors?.[0]?.message.slice(0, 100)}`;
      },
      onTaskUpdate: forget,
      onCleanupWorkerContext: forget,
    });
    return async (path: string, tests: Set<string>, mutant: string | undefined, hits: number) => {
      selected = tests;
      failed = null;
      vi.resetModules();
      Object.assign(mutation, { activeMutant: mutant, hitCount: 0, hitLimit: hits * 100 + 1000 });
      const [file] = await startTests([path], inner);
      Object.assign(mutation, { activeMutant: undefined, hitCount: undefined });
      return failed ?? (file?.result?.state === 'fail' ? 'a hook or the file itself' : null);
    };
  }
}

/** Skips all tests except the selected ones; the hooks' ID selects all tests. Returns false if none is left. */
function skipOthers(task: RunnerTask, selected: Set<string>): boolean {
  const isLeft =
    task.type === 'suite'
      ? task.tasks.filter((child) => skipOthers(child, selected)).length > 0
      : task.mode === 'run' && (selected.has(task.id) || selected.has(hooks));
  if (!isLeft) task.mode = 'skip';
  return isLeft;
}
