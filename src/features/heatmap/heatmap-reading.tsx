import type { RefObject } from 'react';

import { cardSide } from './card-side.ts';
import { HeatmapCard, cardWidth } from './heatmap-card.tsx';
import { heatmapCells } from './heatmap-cell.ts';
import type { CellPlace } from './heatmap-cursor.ts';
import type { HeatmapGridProps } from './heatmap-grid.tsx';
import { headerHeight } from './heatmap-layout.ts';
import classes from './heatmap-reading.module.css';
import { useCellText } from './use-cell-text.ts';

interface HeatmapReadingProps extends HeatmapGridProps {
  place: CellPlace;
  scroller: RefObject<HTMLElement | null>;
}

const air = 6;

/** Marks the cell that is read and tells what it holds, within what is in sight. */
export function HeatmapReading({ place, scroller, ...props }: HeatmapReadingProps) {
  const { products, columns, bucketSize, wanted, layout } = props;
  const cellText = useCellText(bucketSize, wanted);
  const product = products[place.row];
  const cell = product && heatmapCells(product.timeline, bucketSize, columns, wanted)[place.column];
  const view = scroller.current;
  if (!product || !cell || !view) return null;
  const { width, height } = layout.cell;
  const left = layout.nameWidth + place.column * width;
  const top = headerHeight + place.row * height;
  const { top: viewTop } = view.getBoundingClientRect();
  const onScreen = viewTop + top - view.scrollTop;
  const side = cardSide({
    above: onScreen - Math.max(viewTop + headerHeight, 0),
    below: Math.min(viewTop + view.clientHeight, window.innerHeight) - (onScreen + height),
  });
  const mostLeft = view.scrollLeft + view.clientWidth - cardWidth - air;
  return (
    <>
      <div aria-hidden className={classes.ring} style={{ left, top, width, height }} />
      <HeatmapCard
        name={product.name ?? String(product.productId)}
        text={cellText(product, cell)}
        side={side}
        left={Math.max(view.scrollLeft + air, Math.min(left + width / 2 - cardWidth / 2, mostLeft))}
        top={side === 'above' ? top - air : top + height + air}
      />
    </>
  );
}
