import { t } from '@lingui/core/macro';
import { lazy } from 'react';

import type { ProductsView } from '#products/products-view.ts';

/** The products of the page by day, week or month. */
export const heatmap: ProductsView & { id: 'heatmap' } = {
  id: 'heatmap',
  label: (i18n) => t(i18n)`Heatmap`,
  isPaged: true,
  View: lazy(async () => ({ default: (await import('./heatmap-view.tsx')).HeatmapView })),
  Export: lazy(async () => ({ default: (await import('./heatmap-export.tsx')).HeatmapExport })),
};
