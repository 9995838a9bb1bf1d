import styles from './what-if-panel.module.css';
import type { StepPlot as StepPlotModel } from './what-if-plots.ts';

/** A stepped line above a slider, along its axis; hatched where only the max lead time stands, grey where nothing does. */
export function StepPlot({ plot: { steps, realUntil, after } }: { plot: StepPlotModel }) {
  const end = 100 * realUntil;
  const line = steps.map(({ at, height }) => `H${100 * at}V${100 - 90 * height}`);
  return (
    <>
      <svg className={styles.steps} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 100${line.join('')}H${end}V100Z`} />
      </svg>
      {realUntil < 1 && <span className={styles[after]} style={{ insetInlineStart: `${end}%` }} />}
    </>
  );
}
