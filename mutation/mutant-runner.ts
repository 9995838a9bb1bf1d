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

/** Counts by mutants. */
type Hits = Record<string, number>;

/** What Stryker's instrumented code looks at and writes to. */
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

/** What is not within a test: the hooks of a file, and what goes on between its tests. */
const hooks = 'hooks';

// The same examples every time; one that fails is enough, and need not be the smallest.
configureGlobal({ seed: 1, endOnFailure: true });

/**
 * Runs a file of tests as it is and sees which test reaches which mutants; then again for each mutant with the tests
 * that reach it, until one fails. Every module is loaded anew each time, so that nothing is kept from one to the next.
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
      // What a test before had the code keep, such as a number format, hides what reaches it.
      const by =
        (await runAgain(path, tests, mutant, hits)) ??
        (isQuick ? await runAgain(path, everyTest, mutant, hits * 100) : null);
      note(by === null ? { survived: mutant, test: file.name } : { noticed: mutant, by });
    }
    const atLast = await withoutMutant();
    if (atLast !== null) note({ unsound: `${file.name}, ${atLast}` });
    note({ finished: file.name });
  }

  /** Runs those tests of a file with a mutant, and tells nobody of it: what failed, or null. */
  #runnerOfOne() {
    let selected = new Set<string>();
    let failed: string | null = null;
    const inner: VitestRunner = Object.assign(Object.create(this) as VitestRunner, {
      config: { ...this.config, testTimeout: 15_000, hookTimeout: 30_000 },
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

/** Leaves the tests that are selected, all where it is the hooks that count; false where nothing is left. */
function skipOthers(task: RunnerTask, selected: Set<string>): boolean {
  const isLeft =
    task.type === 'suite'
      ? task.tasks.filter((child) => skipOthers(child, selected)).length > 0
      : task.mode === 'run' && (selected.has(task.id) || selected.has(hooks));
  if (!isLeft) task.mode = 'skip';
  return isLeft;
}
