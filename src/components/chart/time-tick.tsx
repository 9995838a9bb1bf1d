import type { XAxisTickContentProps } from 'recharts';

import { fromMilliseconds } from '#lib/calendar-date.ts';

import classes from './chart-plot.module.css';
import { opensYear, type TimeTicks } from './time-ticks.ts';

/** One mark of the time axis: day or month, and beneath it the year where one begins. */
export function TimeTick({ ticks, locale, ...mark }: { ticks: TimeTicks; locale: string } & XAxisTickContentProps) {
  const date = fromMilliseconds(Number(mark.payload.value));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Number(mark.payload.value));
  const year = format({ year: 'numeric' });
  const name = {
    day: () => format({ day: 'numeric', month: 'short' }),
    month: () => format({ month: 'short' }),
    year: () => year,
  }[ticks.unit]();
  return (
    <g className={classes.tick}>
      <line x1={mark.x} x2={mark.x} y1={Number(mark.y) - 8} y2={Number(mark.y) - 3} />
      <text x={mark.x} y={Number(mark.y) + 8} textAnchor="middle">
        {name}
      </text>
      {ticks.unit !== 'year' && opensYear(ticks.dates, ticks.dates.indexOf(date)) && (
        <text x={mark.x} y={Number(mark.y) + 24} textAnchor="middle" className={classes.year}>
          {year}
        </text>
      )}
    </g>
  );
}
