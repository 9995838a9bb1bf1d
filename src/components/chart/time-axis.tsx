import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';

import { xOf, type PlotGeometry } from './plot-geometry.ts';
import classes from './time-axis.module.css';
import { opensYear, type TimeTicks } from './time-ticks.ts';

interface TimeAxisProps {
  geometry: PlotGeometry;
  ticks: TimeTicks;
  locale: string;
}

/** The marks beneath the plot: day or month, and under the first of a year the year. */
export function TimeAxis({ geometry, ticks, locale }: TimeAxisProps) {
  const bottom = geometry.top + geometry.height;
  const show = (date: CalendarDate, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(toMilliseconds(date));
  const year = (date: CalendarDate) => show(date, { year: 'numeric' });
  const name = {
    day: (date: CalendarDate) => show(date, { day: 'numeric', month: 'short' }),
    month: (date: CalendarDate) => show(date, { month: 'short' }),
    year,
  }[ticks.unit];
  return (
    <g className={classes.axis}>
      <line x1={geometry.left} x2={geometry.left + geometry.width} y1={bottom} y2={bottom} />
      {ticks.dates.map((date, index) => {
        const x = xOf(geometry, toMilliseconds(date));
        return (
          <g key={date}>
            <line x1={x} x2={x} y1={bottom} y2={bottom + 5} />
            <text x={x} y={bottom + 19}>
              {name(date)}
            </text>
            {ticks.unit !== 'year' && opensYear(ticks.dates, index) && (
              <text x={x} y={bottom + 35} className={classes.year}>
                {year(date)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
