import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { shade } from '#parts/chart/chart-legend.tsx';
import { HatchPattern } from '#parts/chart/hatch-pattern.tsx';
import { textWidth } from '#parts/chart/label-places.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { formatDate } from '#stock/locale-date.ts';

import {
  columnGroups,
  groupStyle,
  type HeatmapCell,
  heatmapCells,
  heatmapColumns,
  type HeatmapMeasure,
  heatmapMeasure,
  type HeatmapProduct,
  measureOf,
} from './heatmap-cells.ts';

interface HeatmapPictureProps {
  products: readonly HeatmapProduct[];
  /** Quantity needed; null shades every cell by its available quantity. */
  quantity: Thousandths | null;
  bucketSize: BucketSize;
  /** BCP 47 locale of the column names. */
  locale: string;
  /** Scale factor of text and columns relative to the screen. */
  letters: number;
  /** What a cell shows of its period; empty for a day. */
  corner: string;
  /** Heading of the last column, and its text for each product. */
  gap: { heading: string; textOf: (product: HeatmapProduct, measure: HeatmapMeasure) => string };
}

const nameSize = 13;
const headHeight = 44;
const widths: Record<BucketSize, number> = { day: 24, week: 30, month: 52 };
const rowHeight = 32;
const inset = 4;
/** Width of a slide's drawing by its height. */
const slideRatio = 2.2;
const hatch = 'heatmap-hatch';

/** Renders all rows of a heatmap as one drawing for export; the table on screen is virtualized. */
export function heatmapPicture(props: HeatmapPictureProps): SVGSVGElement {
  const holder = document.createElement('div');
  flushSync(() => createRoot(holder).render(<HeatmapPicture {...props} />));
  return holder.firstElementChild as SVGSVGElement;
}

function HeatmapPicture({ products, quantity, bucketSize, locale, letters, corner, gap }: HeatmapPictureProps) {
  const timelines = products.map(({ timeline }) => timeline);
  const columns = heatmapColumns(timelines, bucketSize);
  const measure = heatmapMeasure(products, bucketSize, columns, quantity);
  const top = headHeight * letters;
  const height = top + products.length * rowHeight;
  const names = products.map(({ productId, name }) => (name === null ? String(productId) : `${name} ${productId}`));
  const gaps = products.map((product) => gap.textOf(product, measureOf(product, measure)));
  const widest = (texts: readonly string[]) =>
    Math.max(60, ...texts.map((each) => textWidth(each, nameSize * letters)));
  const left = widest(names) + 16;
  const beside = widest(gaps) + 16;
  // With large text for a slide, the columns fill its width.
  const fill = letters > 1 ? (height * slideRatio - left - beside) / columns.length : 0;
  const width = Math.max(widths[bucketSize] * letters, fill);
  const right = left + columns.length * width;
  const text = { fill: 'var(--sh-text)', fontSize: nameSize * letters };
  return (
    <svg width={right + beside} height={height}>
      <defs>
        <HatchPattern id={hatch} />
      </defs>
      <text y={14 * letters} style={{ ...text, fill: 'var(--sh-muted)' }}>
        {corner}
      </text>
      {columnGroups(columns, bucketSize).map(({ start, first, count }) => (
        <text key={start} x={left + first * width + 2} y={14 * letters} style={{ ...text, fontWeight: 600 }}>
          {formatDate(start, locale, groupStyle(bucketSize, (count * width) / letters))}
        </text>
      ))}
      {columns.map(({ start }, at) => (
        <text
          key={start}
          x={left + (at + 0.5) * width}
          y={36 * letters}
          style={{ fill: 'var(--sh-muted)', fontSize: 11 * letters, textAnchor: 'middle' }}
        >
          {formatDate(start, locale, bucketSize === 'month' ? 'month alone' : 'day alone')}
        </text>
      ))}
      <text x={right + 16} y={36 * letters} style={{ ...text, fontWeight: 600 }}>
        {gap.heading}
      </text>
      {products.map((product, index) => (
        <g key={product.productId} transform={`translate(0 ${top + index * rowHeight})`}>
          <text y={rowHeight / 2 + 4 * letters} style={text}>
            {names[index]}
          </text>
          <text x={right + 16} y={rowHeight / 2 + 4 * letters} style={text}>
            {gaps[index]}
          </text>
          {heatmapCells(product.timeline, bucketSize, columns, measureOf(product, measure)).map((cell, at) => (
            <g key={cell.bucket.start} transform={`translate(${left + at * width} 0)`}>
              <Cell cell={cell} width={width} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Available part of the quantity from the bottom up, the missing part above, and the max lead time flag on top. */
function Cell({ cell, width }: { cell: HeatmapCell; width: number }) {
  const { state, share, maxLeadTimeAt } = cell;
  const full = rowHeight - 2 * inset;
  const ground = { theoretical: `url(#${hatch})`, some: shade(share), enough: 'var(--sheet-have)' };
  const have = state === 'partly' ? Math.round(share * full) : 0;
  const bar = { x: 1, width: width - 2 };
  return (
    <>
      <rect
        {...(state === 'theoretical' ? { width } : bar)}
        y={inset}
        height={full}
        style={{ fill: state === 'none' || state === 'partly' ? 'var(--sheet-lack)' : ground[state] }}
      />
      {have > 0 && <rect {...bar} y={inset + full - have} height={have} style={{ fill: 'var(--sheet-have)' }} />}
      {state === 'none' && (
        <rect x={width / 2 - 3} y={rowHeight / 2 - 1} width={6} height={2} style={{ fill: 'var(--sh-late)' }} />
      )}
      {maxLeadTimeAt !== null && (
        <path
          d={`M${Math.round(maxLeadTimeAt * width) + 1},0h9l-3,4l3,4h-7v${rowHeight - 8}h-2z`}
          style={{ fill: 'var(--sh-mlt)' }}
        />
      )}
    </>
  );
}
