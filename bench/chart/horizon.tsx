import '#app/mantine-styles.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { messages } from '#app/locales/en.po';
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

  let show: ((isShown: boolean) => void) | null = null;
  function Page() {
    const [isShown, setIsShown] = useState(false);
    show = setIsShown;
    return isShown && <CompareChart products={products} quantity={null} scale="common" onScaleChange={() => {}} />;
  }

  const routeTree = createRootRoute({ component: Page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <LocaleProvider language="en" onLanguage={() => {}}>
        <RouterProvider router={router as never} />
      </LocaleProvider>
    </I18nProvider>,
  );
  return {
    draw: () => flushSync(() => show?.(true)),
    isThere: () => root.querySelector('figure table') !== null,
    zoom: () => {
      const chart = root.querySelector('[role="application"]');
      chart?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
    },
  };
}
