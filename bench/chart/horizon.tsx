import '#shell/mantine-styles.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { messages } from '#shell/locales/en.po';
import { mantineTheme } from '#shell/theme.ts';
import { levelScale } from '#parts/chart/axis-ticks.ts';
import { chartSeries, levelRange } from '#parts/chart/chart-series.ts';
import { StockChart } from '#parts/chart/stock-chart.tsx';
import { StockPlot, useTimeAxis } from '#parts/chart/stock-plot.tsx';
import { useThreshold } from '#parts/chart/threshold.tsx';
import { homeWindow, type TimeWindow, zoomWindow } from '#parts/chart/time-window.ts';
import { CompareChart } from '#products/comparison/compare-chart.tsx';
import { ComparePlot } from '#products/comparison/compare-plot.tsx';
import { comparePanels, seriesStyle, type ComparedProduct } from '#products/comparison/compared-series.ts';
import { LocaleProvider } from '#ui/locale.tsx';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, fromMilliseconds, toMilliseconds, todayIn } from '#stock/calendar-date.ts';

import type { BenchLevels, ChartContender, ChartPart } from './bench-levels.ts';

const zoomStep = 1.6;
const height = 380;

const ignore = () => {};
/** Change handlers without effect. */
const unheard = {
  onQuantityChange: ignore,
  onBucketSizeChange: ignore,
  onRemove: ignore,
};

/** The dashboard's chart of one product or its comparison of several: the plot alone or the complete panel. */
export function prepare(
  root: HTMLElement,
  levels: readonly BenchLevels[],
  start: number,
  part: ChartPart,
): ChartContender {
  i18n.loadAndActivate({ locale: 'en', messages });
  const today = fromMilliseconds(start);
  const products = levels.map((one, index) => {
    const entries = one.map((level, day) => ({
      stockDate: addDays(today, day),
      stockQuantity: level,
      isMaxLeadTime: false,
      isDeleted: false,
    }));
    const name = `Product ${index + 1}`;
    const checked = { quantity: null, result: null };
    return { productId: index + 1, name, unit: null, timeline: readTimeline(entries, today), checked };
  });

  const [only] = products;
  const home = only && homeWindow(only.timeline);
  function Part({ factor }: { factor: number }): ReactNode {
    const window = useMemo(() => home && zoomWindow(home, factor, (home.from + home.to) / 2, home), [factor]);
    if (part === 'plot' && window) {
      const plot = { window, width: root.clientWidth };
      return only && products.length === 1 ? (
        <OnePlot {...plot} product={only} />
      ) : (
        <CommonPlot {...plot} products={products} />
      );
    }
    if (only && products.length === 1) return <StockChart timeline={only.timeline} quantity={null} unit={null} />;
    return <CompareChart {...unheard} products={products} quantity={null} bucketSize="day" />;
  }

  const plots = part === 'plot' ? '' : '[role="application"] ';
  const curves = () => [...root.querySelectorAll(`${plots}.recharts-curve`)].filter(isLine);
  const lastCurve = () => curves().at(-1)?.getAttribute('d') ?? null;
  /** The last line when a zoom started. */
  let before: string | null = null;
  let factor = 1;
  const page = createRoot(root);
  // A comparison has links.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const render = (chart: ReactNode) =>
    flushSync(() =>
      page.render(
        <I18nProvider i18n={i18n}>
          <MantineProvider theme={mantineTheme}>
            <LocaleProvider language="en" onLanguage={() => {}} today={todayIn('UTC')} timeZone="UTC">
              <RouterContextProvider router={router}>{chart}</RouterContextProvider>
            </LocaleProvider>
          </MantineProvider>
        </I18nProvider>,
      ),
    );
  const show = () => render(<Part factor={factor} />);
  // The dashboard's providers are rendered before a chart.
  render(null);
  return {
    draw: show,
    // recharts draws once its axes are known, some renders after the page.
    isThere: () => curves().length >= products.length && lastCurve() !== before,
    zoom: () => {
      before = lastCurve();
      if (part === 'plot') {
        factor /= zoomStep;
        show();
        return;
      }
      const chart = root.querySelector('[role="application"]');
      chart?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
    },
    point: (share) => {
      const chart = root.querySelector('[role="application"]');
      const box = chart?.getBoundingClientRect();
      if (!box) return;
      const clientX = box.left + 100 + share * (box.width - 400);
      chart?.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: box.top + 150, bubbles: true }));
    },
  };
}

interface PlotProps {
  window: TimeWindow;
  width: number;
}

/** The chart of one product without toolbar, overview and cursor. */
function OnePlot({ product: { timeline }, window, width }: PlotProps & { product: ComparedProduct }) {
  const series = useMemo(() => chartSeries(timeline, window, null), [timeline, window]);
  const scale = useMemo(() => levelScale(levelRange(series), null, 5), [series]);
  const plot = { timeline, series, bars: null, bucketSize: 'day', scale, window, width, height } as const;
  return (
    <StockPlot
      {...plot}
      quantity={null}
      coveredDate={null}
      shipBy={null}
      unit={null}
      hatchId="hatch"
      threshold={null}
      outcome=""
    />
  );
}

const formatLevel = (level: number) => String(level / 1000);
const margins = { left: 60, right: 200 };

function CommonPlot({ products, window, width }: PlotProps & { products: readonly ComparedProduct[] }) {
  const drawn = useMemo(
    () =>
      products.map((product, index) => ({
        index,
        product,
        name: product.name ?? '',
        lines: [],
        series: chartSeries(product.timeline, window, null),
        style: seriesStyle(index),
      })),
    [products, window],
  );
  const [panel] = useMemo(
    () => comparePanels({ products, series: drawn.map(({ series }) => series), reach: null }),
    [products, drawn],
  );
  const timeAxis = useTimeAxis(window, width - margins.left - margins.right, 'day');
  const threshold = useThreshold(null, undefined);
  const shared = { drawn, timeAxis, formatLevel, width, margins, isFirst: true, isLast: true, hatchId: 'hatch' };
  const [first] = products;
  if (!panel || !first) return null;
  const today = toMilliseconds(first.timeline.today);
  return (
    <ComparePlot
      {...shared}
      panel={panel}
      today={today}
      quantity={null}
      emphasis={null}
      threshold={threshold}
      outcome={null}
    />
  );
}

/** A line, or the edge of an area without its fill. */
function isLine(curve: Element): boolean {
  return !curve.classList.contains('recharts-area-area');
}
