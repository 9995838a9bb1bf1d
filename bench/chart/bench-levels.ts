/** Stepped levels of one product: from each day (from 0) on, so many whole units. */
export type BenchLevels = readonly number[];

/** Levels that wander, another each day, the same in every run. */
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

/** What of the dashboard's chart is drawn: what the contender draws, or all that a person sees. */
export type ChartPart = 'plot' | 'panel';

/** A chart on the page, for the benchmark to draw. */
export interface ChartContender {
  /** Draws all series at once; the page shows them with the next frame. */
  draw: () => void;
  /** Whether they are on the page. */
  isThere: () => boolean;
  /** Draws five eighths of the time, as one press of a zoom key does. */
  zoom: () => void;
  /** Moves the cursor to a share of the width; where the contender has one that is ours to move. */
  point?: (share: number) => void;
}
