/** Stepped levels of one product: day (from 0) and whole units from that day on. */
export type BenchLevels = readonly number[];

/** Random walk with one level per day, identical in every run. */
export function benchLevels(series: number, points: number): BenchLevels[] {
  let seed = 20_011;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: series }, (_, index) => {
    let level = 200 + index * 60;
    return Array.from({ length: points }, () => {
      level = Math.max(0, Math.round(level + (random() - 0.5) * 40));
      return level;
    });
  });
}

/** Extent of the dashboard's chart: what the contender draws, or everything a user sees. */
export type ChartPart = 'plot' | 'panel';

/** Chart driven by the benchmark. */
export interface ChartContender {
  /** Draws all series synchronously; they are painted with the next frame. */
  draw: () => void;
  /** Whether the series are displayed. */
  isThere: () => boolean;
  /** Zooms to five eighths of the period, like one press of a zoom key. */
  zoom: () => void;
  /** Moves the cursor to a fraction of the width, if the contender supports it. */
  point?: (share: number) => void;
}
