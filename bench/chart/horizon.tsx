import '#app/mantine-styles.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { messages } from '#app/locales/en.po';
import { mantineTheme } from '#app/mantine-theme.ts';
import { StockChart } from '#features/chart/stock-chart.tsx';
import { CompareChart } from '#features/compare-chart/compare-chart.tsx';
import { LocaleProvider } from '#ui/locale.tsx';
import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, fromMilliseconds } from '#lib/calendar-date.ts';

import type { BenchLevels, ChartContender } from './bench-levels.ts';

/** The dashboard's comparison, with its names, key and values. */
export async function prepare(
  root: HTMLElement,
  levels: readonly BenchLevels[],
  start: number,
): Promise<ChartContender> {
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
    return { productId: index + 1, name, unit: null, timeline: readTimeline(entries, today) };
  });

  const [only] = products;
  const curves = () => [...root.querySelectorAll('[role="application"] .recharts-curve')].filter(isLine);
  const lastCurve = () => curves().at(-1)?.getAttribute('d') ?? null;
  /** The last line as it was when a zoom began. */
  let before: string | null = null;

  let show: ((isShown: boolean) => void) | null = null;
  function Page() {
    const [isShown, setIsShown] = useState(false);
    show = setIsShown;
    if (!isShown) return null;
    if (only && products.length === 1) return <StockChart timeline={only.timeline} quantity={null} unit={null} />;
    return <CompareChart products={products} quantity={null} scale="common" onScaleChange={() => {}} />;
  }

  const routeTree = createRootRoute({ component: Page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={mantineTheme}>
        <LocaleProvider language="en" onLanguage={() => {}}>
          <RouterProvider router={router as never} />
        </LocaleProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return {
    draw: () => flushSync(() => show?.(true)),
    // The library draws once its axes are known, renders later than the page.
    isThere: () => curves().length >= products.length && lastCurve() !== before,
    zoom: () => {
      before = lastCurve();
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

/** A line, or the edge of an area; not its ground. */
function isLine(curve: Element): boolean {
  return !curve.classList.contains('recharts-area-area');
}
