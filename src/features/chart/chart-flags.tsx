import classes from './chart-flags.module.css';
import { flagRowHeight } from './plot-layout.ts';
import type { Flag } from './use-chart-flags.ts';

/** The names of the vertical markers, in rows above the plot, whose upper edge is at `top`. */
export function ChartFlags({ flags, top }: { flags: readonly Flag[]; top: number }) {
  return (
    <>
      {flags.map(({ kind, text, x, left, row }) => {
        const bottom = top - 4 - row * flagRowHeight;
        return (
          <g key={kind} data-kind={kind} className={classes.flag}>
            <line x1={x} x2={x} y1={bottom - 1} y2={top} />
            <text x={left} y={bottom - 5}>
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
}
