import type { Thousandths } from '#lib/thousandths.ts';

import classes from './level-axis.module.css';
import { yOf, type PlotGeometry } from './plot-geometry.ts';

interface LevelAxisProps {
  geometry: PlotGeometry;
  ticks: readonly Thousandths[];
  formatLevel: (level: Thousandths) => string;
}

/** The marks beside the plot, each with its line across. */
export function LevelAxis({ geometry, ticks, formatLevel }: LevelAxisProps) {
  const { left, width } = geometry;
  return (
    <g className={classes.axis}>
      {ticks.map((tick) => {
        const y = yOf(geometry, tick);
        return (
          <g key={tick}>
            <line x1={left} x2={left + width} y1={y} y2={y} />
            <text x={left - 8} y={y} dy="0.34em">
              {formatLevel(tick)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
