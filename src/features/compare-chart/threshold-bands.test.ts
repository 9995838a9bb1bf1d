import { expect, it } from 'vitest';

import { chartSeries } from '#features/chart/chart-series.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, toMilliseconds } from '#lib/calendar-date.ts';

import type { CompareScale } from './compare-chart-props.ts';
import { compareLayout } from './compare-layout.ts';
import { thresholdBands } from './threshold-bands.ts';

const today = '2026-03-10';
const window = { from: toMilliseconds(today), to: toMilliseconds(addDays(today, 60)) };
const products = [40, 900, 10].map((level, index) => ({
  productId: index + 1,
  name: null,
  unit: null,
  timeline: readTimeline([{ stockDate: today, stockQuantity: level, isMaxLeadTime: false, isDeleted: false }], today),
}));

function bandsOf(scale: CompareScale, quantity: number) {
  const series = products.map(({ timeline }) => chartSeries(timeline, window, null));
  const margins = { left: 40, right: 40 };
  const layout = compareLayout({ series, scale, reach: quantity, window, width: 800, margins });
  return { layout, bands: thresholdBands(layout, products) };
}

it('is one for all levels on one scale', () => {
  const { layout, bands } = bandsOf('common', 100_000);
  expect(bands).toEqual([{ geometry: layout.outer, levels: [40_000, 900_000, 10_000] }]);
});

it('is the highest first, then those that show the quantity, each with its own levels', () => {
  const { layout, bands } = bandsOf('separate', 100_000);
  const geometryOf = (index: number) => layout.plots[index]?.geometry;
  // On the third axis, 100 would flatten a level of 10.
  expect(bands).toEqual([
    { geometry: geometryOf(1), levels: [900_000] },
    { geometry: geometryOf(0), levels: [40_000] },
  ]);
});

it('is the highest alone where no axis shows the quantity, and none without products', () => {
  expect(bandsOf('separate', 9_000_000).bands.map(({ levels }) => levels)).toEqual([[900_000]]);
  const layout = compareLayout({
    series: [],
    scale: 'separate',
    reach: null,
    window,
    width: 800,
    margins: { left: 0, right: 0 },
  });
  expect(thresholdBands(layout, [])).toEqual([]);
});
