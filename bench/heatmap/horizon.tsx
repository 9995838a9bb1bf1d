import '#shell/mantine-styles.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { messages } from '#shell/locales/en.po';
import { mantineTheme, mantineVariables } from '#shell/theme.ts';
import { StockHeatmap } from '#products/heatmap/stock-heatmap.tsx';
import { LocaleProvider } from '#ui/locale.tsx';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, todayIn } from '#stock/calendar-date.ts';

import type { Mount } from './page.ts';

/** The dashboard's heatmap with names and legend. */
export const mount: Mount = async (root, count, weeks) => {
  i18n.loadAndActivate({ locale: 'en', messages });
  const today = todayIn();
  const products = Array.from({ length: count }, (_, index) => {
    const entries = Array.from({ length: 25 }, (_, entry) => ({
      stockDate: addDays(today, Math.floor((entry * (weeks - 1) * 7) / 24)),
      stockQuantity: (index * 37 + entry * 53) % 160,
      isMaxLeadTime: false,
      isDeleted: false,
    }));
    const maxLeadTime = { stockDate: addDays(today, 200 + index * 3), stockQuantity: 99_999, isMaxLeadTime: true };
    const timeline = readTimeline([...entries, { ...maxLeadTime, isDeleted: false }], today);
    return {
      productId: index + 1,
      name: `Harbour canvas, shade ${index + 1}`,
      unit: 'm',
      isOtherUnit: false,
      timeline,
    };
  });
  const page = () => (
    <StockHeatmap
      products={products}
      quantity={100_000}
      bucketSize="week"
      onBucketSizeChange={() => {}}
      gapColumn={undefined}
      onOpen={() => {}}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory(),
  });
  await router.load();
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={mantineTheme} cssVariablesResolver={mantineVariables}>
        <LocaleProvider language="en" onLanguage={() => {}} today={todayIn('UTC')} timeZone="UTC">
          <RouterProvider router={router as never} />
        </LocaleProvider>
      </MantineProvider>
    </I18nProvider>,
  );
  return '[role="grid"]';
};
