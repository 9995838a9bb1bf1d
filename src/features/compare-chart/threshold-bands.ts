import type { PlotGeometry } from '#features/chart/plot-geometry.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { ComparedProduct } from './compare-chart-props.ts';
import type { CompareLayout } from './compare-layout.ts';

/** An axis on which the shared threshold can be moved, with the levels that it likes to stand on. */
export interface ThresholdBand {
  geometry: PlotGeometry;
  levels: readonly Thousandths[];
}

/**
 * The axes on which the threshold can be moved. The first reaches highest, so that every quantity can be had on it; of the others only
 * those that show the quantity are among them.
 */
export function thresholdBands({ plots }: CompareLayout, products: readonly ComparedProduct[]): ThresholdBand[] {
  const distinct = [...new Set(plots)];
  const [highest] = distinct.toSorted((a, b) => b.geometry.highest - a.geometry.highest);
  const others = distinct.filter((plot) => plot !== highest && plot.showsQuantity);
  return [...(highest ? [highest] : []), ...others].map((plot) => ({
    geometry: plot.geometry,
    levels: products
      .filter((_, index) => plots[index] === plot)
      .flatMap(({ timeline }) => timeline.steps.map(({ level }) => level)),
  }));
}
