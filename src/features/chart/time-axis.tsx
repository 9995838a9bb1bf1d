import { toMilliseconds } from '#lib/calendar-date.ts';
import { formatDate } from '#lib/locale-date.ts';

import { xOf, type PlotGeometry } from './plot-geometry.ts';
import classes from './time-axis.module.css';
import { opensYear, type TimeTicks } from './time-ticks.ts';

interface TimeAxisProps {
  geometry: PlotGeometry;
  ticks: TimeTicks;
  locale: string;
}

const tickStyle = { day: 'short', month: 'month alone', year: 'year alone' } as const;

/** The marks beneath the plot: day or month, and under the first of a year the year. */
export function TimeAxis({ geometry, ticks, locale }: TimeAxisProps) {
  const bottom = geometry.top + geometry.height;
  return (
    <g className={classes.axis}>
      <line x1={geometry.left} x2={geometry.left + geometry.width} y1={bottom} y2={bottom} />
      {ticks.dates.map((date, index) => {
        const x = xOf(geometry, toMilliseconds(date));
        return (
          <g key={date}>
            <line x1={x} x2={x} y1={bottom} y2={bottom + 5} />
            <text x={x} y={bottom + 19}>
              {formatDate(date, locale, tickStyle[ticks.unit])}
            </text>
            {ticks.unit !== 'year' && opensYear(ticks.dates, index) && (
              <text x={x} y={bottom + 35} className={classes.year}>
                {formatDate(date, locale, 'year alone')}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
