import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { toMilliseconds } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ChartSurfaceProps } from './chart-surface.tsx';
import type { PlotGeometry } from './plot-geometry.ts';
import { flagRowHeight, rightAir, timeAxisHeight } from './plot-layout.ts';
import { placeNotes } from './plot-notes.ts';
import { textWidth } from './text-width.ts';
import { timeTicks as ticksOf } from './time-ticks.ts';
import { useChartFlags } from './use-chart-flags.ts';

const fontSize = 12.5;
const roomForTimeMark = 74;

/** In characters. */
const longestAxisUnit = 6;

/** Where everything goes: the plot's rectangle, the marks of both axes, and every name with a place of its own. */
export function useChartLayout({ timeline, quantity, unit, model, view, width, height }: ChartSurfaceProps) {
  const { t } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const { scale, metDate, maxLeadTime, today } = model;
  const { window } = view;

  // A long one would take the plot its width; it stands with every other quantity of the chart.
  const axisUnit = unit !== null && unit.length <= longestAxisUnit ? unit : null;
  const formatLevel = useCallback(
    (level: Thousandths) => formatQuantity(level, level === scale.highest ? axisUnit : null),
    [formatQuantity, scale.highest, axisUnit],
  );
  const left = Math.max(...scale.ticks.map((tick) => textWidth(formatLevel(tick), fontSize))) + 12;
  const right = width - rightAir;
  const amount = quantity === null ? '' : formatQuantity(quantity, unit);
  const met = metDate === null ? null : { text: amount, date: metDate };
  const flags = useChartFlags(timeline, met, { left, right, window });
  const rows = Math.max(1, ...flags.map(({ row }) => row + 1));
  const top = rows * flagRowHeight + 8;
  const plotHeight = height - top - timeAxisHeight;

  const geometry: PlotGeometry = useMemo(
    () => ({
      left,
      top,
      width: right - left,
      height: plotHeight,
      window,
      lowest: scale.lowest,
      highest: scale.highest,
    }),
    [left, top, right, plotHeight, window, scale],
  );
  const timeTicks = useMemo(() => ticksOf(window, (right - left) / roomForTimeMark), [window, left, right]);

  const wanted = scale.showsQuantity ? t`${amount} wanted` : t`↑ ${amount} wanted`;
  const short = scale.showsQuantity ? amount : `↑ ${amount}`;
  const markers = [today, maxLeadTime, metDate && toMilliseconds(metDate)].filter((at) => typeof at === 'number');
  const notes = placeNotes(geometry, markers, {
    quantity: quantity === null ? null : { names: [note(wanted), note(short)], level: quantity },
    theory: maxLeadTime === null ? null : { ...note(t`Any quantity, in theory`), from: maxLeadTime },
  });

  return { geometry, timeTicks, formatLevel, locale, flags, notes };
}

function note(text: string) {
  return { text, width: textWidth(text, fontSize, 600) };
}
