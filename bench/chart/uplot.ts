import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import type { BenchLevels, ChartContender } from './bench-levels.ts';

const day = 86_400;

/** The same lines drawn by uPlot on a canvas. */
export function prepare(root: HTMLElement, levels: readonly BenchLevels[], start: number): ChartContender {
  const times = (levels[0] ?? []).map((_, index) => start / 1000 + index * day);
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  const lines = levels.map((_, index) => ({
    label: `Product ${index + 1}`,
    stroke: `hsl(${index * 36} 60% 40%)`,
    width: 2,
    points: { show: false },
    ...(stepped && { paths: stepped }),
  }));
  let plot: UPlot | null = null;
  return {
    draw: () => {
      const data: UPlot.AlignedData = [times, ...levels.map((one) => [...one])];
      plot = new UPlot({ width: root.clientWidth, height: 380, series: [{}, ...lines] }, data, root);
    },
    isThere: () => root.querySelector('canvas') !== null,
    zoom: () => {
      const [min = 0, max = 0] = [0, 0.625].map((share) => times[Math.floor(share * (times.length - 1))]);
      plot?.setScale('x', { min, max });
    },
  };
}
