import styles from './what-if-panel.module.css';
import type { StepPlot as StepPlotModel } from './what-if-plots.ts';

/** A stepped line above a slider, along its axis; hatched where nothing real stands. */
export function StepPlot({ plot: { steps, theoryFrom } }: { plot: StepPlotModel }) {
  const end = 100 * (theoryFrom ?? 1);
  const line = steps.map(({ at, height }) => `H${100 * at}V${100 - 90 * height}`);
  return (
    <>
      <svg className={styles.steps} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 100${line.join('')}H${end}V100Z`} />
      </svg>
      {theoryFrom !== null && theoryFrom < 1 && (
        <span className={styles.theory} style={{ insetInlineStart: `${end}%` }} />
      )}
    </>
  );
}
