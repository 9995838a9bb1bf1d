import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';

import type { BenchLevels, ChartContender } from './bench-levels.ts';

const day = 86_400_000;
const zoomShare = 0.625;

/** The same lines drawn by recharts alone: one chart with axes and grid, and nothing of the dashboard. */
export function prepare(root: HTMLElement, levels: readonly BenchLevels[], start: number): ChartContender {
  const page = createRoot(root);
  const series = levels.map((one, index) => ({
    name: `Product ${index + 1}`,
    data: one.map((level, at) => ({ date: start + at * day, level })),
  }));
  const days = levels[0]?.length ?? 0;
  const lines = () => [...root.querySelectorAll('.recharts-line-curve')];
  const lastLine = () => lines().at(-1)?.getAttribute('d') ?? null;
  let before: string | null = null;
  let shown = days - 1;
  const show = () =>
    flushSync(() =>
      page.render(
        <LineChart width={root.clientWidth} height={380}>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="date" type="number" scale="time" domain={[start, start + shown * day]} allowDataOverflow />
          <YAxis />
          {series.map(({ name, data }) => (
            <Line
              key={name}
              data={data.slice(0, Math.ceil(shown) + 1)}
              dataKey="level"
              type="stepAfter"
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>,
      ),
    );
  return {
    draw: show,
    isThere: () => lines().length >= series.length && lastLine() !== before,
    zoom: () => {
      before = lastLine();
      shown *= zoomShare;
      show();
    },
  };
}
