import '@mantine/core/styles/Slider.css';
import { useLingui } from '@lingui/react/macro';
import { RangeSlider } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { fromMilliseconds } from '#stock/calendar-date.ts';
import { Sparkline } from '#parts/sparkline/sparkline.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { StockTimeline } from '#stock/stock-timeline.ts';

import classes from './chart.module.css';
import { rightPadding } from './stock-plot.tsx';
import type { ChartView } from './use-chart-view.ts';

interface OverviewProps {
  timeline: StockTimeline;
  view: ChartView;
  width: number;
}

const day = 86_400_000;
const shortestDays = 7;

/** Steps in days; Home and End go to the limits. Arrow keys are handled by the slider. */
const keySteps: Record<string, number> = { PageDown: -7, PageUp: 7, Home: -1e6, End: 1e6 };

function dayOf(at: number): number {
  return Math.floor(at / day);
}

/** Overview of the whole calendar. The visible period can be moved by dragging, its edges also by keys. */
export function Overview({ timeline, view, width }: OverviewProps) {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const { window, limits } = view;
  const dragged = useRef<{ x: number; from: number } | null>(null);
  const [least, most] = [dayOf(limits.from), dayOf(limits.to)];
  const span = limits.to - limits.from;
  const plotWidth = width - 2 * rightPadding;
  // Edges move in whole days. The edge that wasn't moved keeps its exact position within a day.
  const show = ([from, to]: readonly [number, number]) =>
    view.show({
      from: from === dayOf(window.from) ? window.from : from * day,
      to: to === dayOf(window.to) ? window.to : to === most ? limits.to : to * day,
    });
  const onKeys = (edge: 0 | 1) => (event: KeyboardEvent) => {
    const days = keySteps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    const [from, to] = [dayOf(window.from), dayOf(window.to)];
    if (edge === 0) show([Math.max(least, Math.min(from + days, to - shortestDays)), to]);
    else show([from, Math.min(most, Math.max(to + days, from + shortestDays))]);
  };
  const panning = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = { x: event.clientX, from: window.from };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged.current === null) return;
      const from = dragged.current.from + ((event.clientX - dragged.current.x) / plotWidth) * span;
      view.pan(from - window.from);
    },
    onLostPointerCapture: () => {
      dragged.current = null;
    },
  };
  return (
    <div className={classes['overview']}>
      <div aria-hidden style={{ marginInline: rightPadding }}>
        <Sparkline timeline={timeline} window={limits} unit={null} />
      </div>
      <RangeSlider
        min={least}
        max={most}
        minRange={shortestDays}
        pushOnOverlap={false}
        label={null}
        value={[dayOf(window.from), dayOf(window.to)]}
        onChange={show}
        thumbFromLabel={t`Start of visible period`}
        thumbToLabel={t`End of visible period`}
        thumbValueText={(value) => formatDate(fromMilliseconds(value * day), 'long')}
        thumbProps={(edge) => ({ onKeyDownCapture: onKeys(edge) })}
        classNames={{
          root: classes['range'] ?? '',
          track: classes['rangeTrack'] ?? '',
          bar: classes['rangeBar'] ?? '',
          thumb: classes['rangeThumb'] ?? '',
        }}
      />
      <div
        className={classes['rangeMiddle']}
        style={{
          left: rightPadding + ((window.from - limits.from) / span) * plotWidth + 14,
          width: Math.max(0, ((window.to - window.from) / span) * plotWidth - 28),
        }}
        {...panning}
      />
    </div>
  );
}
