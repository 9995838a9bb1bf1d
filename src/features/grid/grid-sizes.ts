import type { CSSProperties } from 'react';

import type { GridColumn } from './grid-column.ts';
import type { GridRow } from './row-entry.ts';

const narrowestGutter = 36;
const digitWidth = 8;
const gutterPadding = 18;

/** The sizes that header and rows are laid out by, as custom properties. */
export function gridSizes(
  columns: readonly GridColumn<GridRow, unknown>[],
  rowHeight: number,
  rowCount: number,
): CSSProperties {
  const gutter = Math.max(narrowestGutter, String(rowCount).length * digitWidth + gutterPadding);
  const tracks = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`));
  const total = columns.reduce((sum, { width }) => sum + width, gutter);
  return {
    '--grid-row-height': `${rowHeight}px`,
    '--grid-gutter': `${gutter}px`,
    '--grid-tracks': `${gutter}px ${tracks.join(' ')}`,
    '--grid-width': `${total}px`,
  } as CSSProperties;
}
