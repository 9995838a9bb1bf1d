import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

// Every property draws the same values in every run: what fails then fails again. `npm run properties` draws others
// (`SEED=random`), `RUNS` times as many, until their time is up.
const { SEED = '30', RUNS = '1' } = process.env;
const factor = Number(RUNS);

vi.mock('fast-check', async (load) => {
  const fc = await load<typeof FastCheck>();
  fc.configureGlobal(SEED === 'random' ? {} : { seed: Number(SEED) });
  if (factor === 1) return fc;
  const assert = (property: FastCheck.IRawProperty<unknown>, parameters?: FastCheck.Parameters<unknown>) =>
    fc.assert(property, {
      interruptAfterTimeLimit: 50_000,
      ...parameters,
      numRuns: (parameters?.numRuns ?? 100) * factor,
    });
  return { ...fc, assert };
});
