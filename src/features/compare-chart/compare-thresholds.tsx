import { ThresholdHandle, ThresholdSlider } from '#features/chart/threshold-slider.tsx';
import type { Threshold } from '#features/chart/use-threshold.ts';

import type { ComparedProduct } from './compare-chart-props.ts';
import type { CompareLayout } from './compare-layout.ts';
import { thresholdBands } from './threshold-bands.ts';

interface CompareThresholdsProps {
  threshold: Threshold;
  layout: CompareLayout;
  products: readonly ComparedProduct[];
  /** The quantity, and what would come of it. */
  text: string;
}

/**
 * The threshold that all products share, to be moved: on one scale by its one line, else by that of any band, and those
 * of the others follow. One of them is a slider with keys.
 */
export function CompareThresholds({ threshold, layout, products, text }: CompareThresholdsProps) {
  const [keyed, ...others] = thresholdBands(layout, products);
  if (keyed === undefined) return null;
  return (
    <>
      <ThresholdSlider {...keyed} threshold={threshold} text={text} />
      {others.map((band) => (
        <ThresholdHandle key={band.geometry.top} {...band} threshold={threshold} />
      ))}
    </>
  );
}
