import { t } from '@lingui/core/macro';
import { ChartSpline } from 'lucide-react';
import { lazy } from 'react';

import { flagParam, oneOfParam } from '#parts/search-params.ts';
import { isCalendarDate } from '#stock/calendar-date.ts';
import { changeDirections } from '#stock/contract/calendar-options.ts';

import type { Since } from './changes/changes-since.ts';
import type { ProductsView } from './products-view.ts';

/** The products of the page by day, week or month. */
const heatmap: ProductsView & { id: 'heatmap' } = {
  id: 'heatmap',
  label: (i18n) => t(i18n)`Heatmap`,
  isPaged: true,
  View: lazy(async () => ({ default: (await import('./heatmap/heatmap-view.tsx')).HeatmapView })),
  Export: lazy(async () => ({ default: (await import('./heatmap/heatmap-export.tsx')).HeatmapExport })),
};

/** The selected products in one chart. */
const comparison: ProductsView & { id: 'compare' } = {
  id: 'compare',
  label: (i18n) => t(i18n)`Comparison`,
  isPaged: false,
  action: { label: (i18n) => t(i18n)`Compare`, Icon: ChartSpline },
  View: lazy(async () => ({ default: (await import('./comparison/compare-view.tsx')).CompareView })),
  Export: lazy(async () => ({ default: (await import('./comparison/comparison-export.tsx')).ComparisonExport })),
};

/** What changed since an earlier time. */
const changes: ProductsView & { id: 'moved' } = {
  id: 'moved',
  label: (i18n) => t(i18n)`Changes`,
  isPaged: false,
  // It is loaded apart, and says itself what it compares.
  isStale: () => false,
  View: lazy(async () => ({ default: (await import('./changes/changes-view.tsx')).ChangesView })),
  Export: lazy(async () => ({ default: (await import('./changes/changes-export.tsx')).ChangesExport })),
};

/** The views besides the table, in their order on screen. */
export const views = [heatmap, comparison, changes] as const;

/** Maximum number of products that can be distinguished in one chart. */
export const maxCompared = 10;

/** The view of this name; undefined for the table. */
export function viewOf(id: string): ProductsView | undefined {
  return views.find((view) => view.id === id);
}

/** Whether the view shows the products of one page. */
export function isPagedView(id: string): boolean {
  return viewOf(id)?.isPaged ?? true;
}

/** Search parameters of single views. */
export const viewParams = {
  /** What changes are compared with; yesterday if absent. */
  since: (raw: unknown): Since | undefined => {
    if (raw === 'monday' || raw === 'visit') return raw;
    return typeof raw === 'string' && isCalendarDate(raw) ? raw : undefined;
  },
  /** Which changes to show; all if absent. */
  direction: oneOfParam(changeDirections),
  /** Whether to show only changes of products in the user's orders and promises. */
  concerned: flagParam,
};
