import { t } from '@lingui/core/macro';
import { ChartSpline } from 'lucide-react';
import { lazy } from 'react';

import type { ProductsView } from '#products/products-view.ts';

export const comparisonParams = {
  /** Axes of a comparison: one for all products, or one for each. */
  scale: (raw: unknown) => (['common', 'separate'] as const).find((scale) => scale === raw),
};

/** The selected products in one chart. */
export const comparison: ProductsView & { id: 'compare' } = {
  id: 'compare',
  label: (i18n) => t(i18n)`Comparison`,
  isPaged: false,
  action: { label: (i18n) => t(i18n)`Compare`, Icon: ChartSpline },
  View: lazy(async () => ({ default: (await import('./compare-view.tsx')).CompareView })),
  Export: lazy(async () => ({ default: (await import('./comparison-export.tsx')).ComparisonExport })),
};
