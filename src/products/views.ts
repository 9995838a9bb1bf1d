import { changes, changesParams } from './changes.ts';
import { comparison, comparisonParams } from './comparison/comparison.ts';
import { heatmap } from './heatmap/heatmap.ts';
import type { ProductsView } from './products-view.ts';

/** The views besides the table, in their order on screen. */
export const views = [heatmap, comparison, changes] as const;

/** The view of this name; undefined for the table. */
export function viewOf(id: string): ProductsView | undefined {
  return views.find((view) => view.id === id);
}

/** Whether the view shows the products of one page. */
export function isPagedView(id: string): boolean {
  return viewOf(id)?.isPaged ?? true;
}

/** Search parameters of single views. */
export const viewParams = { ...comparisonParams, ...changesParams };
