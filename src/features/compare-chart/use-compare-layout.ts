import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo } from 'react';

import type { ChartSeries } from '#features/chart/chart-series.ts';
import { textWidth } from '#features/chart/text-width.ts';
import { timeTicks } from '#features/chart/time-ticks.ts';
import type { TimeWindow } from '#features/chart/time-window.ts';
import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct, CompareScale } from './compare-chart-props.ts';
import { compareLayout } from './compare-layout.ts';
import { fitText } from './fit-text.ts';

interface CompareQuestion {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  scale: CompareScale;
  /** What the level axes have to reach; null for the levels alone. */
  reach: Thousandths | null;
  window: TimeWindow;
  width: number;
}

const fontSize = 12.5;
const roomForTimeMark = 74;
const roomForMark = 34;
const mostNameWidth = 190;
const roomForGrip = 24;

/** Places of plots, marks and names for a comparison of this width. Narrow ones name their lines by marks alone. */
export function useCompareLayout({ products, series, scale, reach, window, width }: CompareQuestion) {
  const { t } = useLingui();
  const { formatQuantity } = useLocale();
  const formatLevel = useCallback((level: Thousandths) => formatQuantity(level), [formatQuantity]);
  const isNarrow = width < 640;

  return useMemo(() => {
    const roomForName = isNarrow || scale === 'separate' ? 0 : Math.min(mostNameWidth, width * 0.2);
    const right = scale === 'separate' ? roomForGrip : roomForMark + roomForName;
    const question = { series, scale, reach, window, width };
    // The marks are the same however wide the plots are; the widest of them says how much room they need.
    const { plots } = compareLayout({ ...question, margins: { left: 0, right } });
    const marks = plots.flatMap(({ ticks }) => ticks.map((tick) => textWidth(formatLevel(tick), fontSize)));
    const layout = compareLayout({ ...question, margins: { left: Math.max(0, ...marks) + 14, right } });
    const names = products.map(({ productId, name, unit }) => {
      const full = name ?? t`Product ${productId}`;
      if (scale === 'common') return roomForName === 0 ? '' : fitText(full, roomForName, fontSize);
      return fitText(unit === null ? full : t`${full}, in ${unit}`, layout.outer.width - 24, 13, 600);
    });
    return { layout, names, formatLevel, timeTicks: timeTicks(window, layout.outer.width / roomForTimeMark) };
  }, [t, products, series, scale, reach, window, width, isNarrow, formatLevel]);
}
