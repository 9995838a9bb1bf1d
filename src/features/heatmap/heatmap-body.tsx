// oxlint-disable jsx-a11y/prefer-tag-over-role -- as the grid that holds it
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

import type { CellPlace } from './heatmap-cursor.ts';
import type { HeatmapGridProps } from './heatmap-grid.tsx';
import { headerHeight } from './heatmap-layout.ts';
import { HeatmapRow } from './heatmap-row.tsx';
import { KeyboardCell } from './keyboard-cell.tsx';

interface HeatmapBodyProps extends HeatmapGridProps {
  scroller: RefObject<HTMLElement | null>;
  active: CellPlace;
  takesFocus: boolean;
}

/** So many products are drawn once, and nothing has to be done while they scroll; of more, those near are drawn. */
const drawnAtOnce = 128;
const overscan = 24;

/** The rows in view and around it, and the one with the keyboard wherever it is. */
export function HeatmapBody(props: HeatmapBodyProps) {
  const { products, columns, bucketSize, wanted, layout, hatchId, scroller, active, takesFocus } = props;
  const count = products.length;
  // oxlint-disable-next-line react/incompatible-library -- why it has this component to itself
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => layout.cell.height,
    enabled: count > drawnAtOnce,
    overscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return rows.includes(active.row) || active.row >= count ? rows : [...rows, active.row].toSorted((a, b) => a - b);
    },
  });
  const drawn = count > drawnAtOnce ? virtualizer.getVirtualItems().map(({ index }) => index) : products.keys();
  return (
    <div role="rowgroup" style={{ height: count * layout.cell.height, position: 'relative' }}>
      {Array.from(drawn, (index) => {
        const product = products[index];
        return (
          product && (
            <HeatmapRow
              key={product.productId}
              {...{ product, index, columns, bucketSize, wanted, layout, hatchId }}
              top={index * layout.cell.height}
            >
              {index === active.row && (
                <KeyboardCell
                  key={active.column}
                  {...{ product, columns, bucketSize, wanted, layout, takesFocus }}
                  column={active.column}
                />
              )}
            </HeatmapRow>
          )
        );
      })}
    </div>
  );
}
