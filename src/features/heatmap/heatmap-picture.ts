import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { formatDate } from '#lib/locale-date.ts';

import {
  columnGroups,
  groupStyle,
  type HeatmapCell,
  heatmapCells,
  heatmapColumns,
  type HeatmapProduct,
} from './heatmap-cells.ts';

export interface HeatmapPicture {
  products: readonly HeatmapProduct[];
  /** Null holds every cell against one unit. */
  quantity: Thousandths | null;
  bucketSize: BucketSize;
  /** BCP 47: how the columns are named. */
  locale: string;
}

const space = 'http://www.w3.org/2000/svg';
const oneUnit = 1000;
const nameWidth = 260;
const headHeight = 44;
const widths: Record<BucketSize, number> = { day: 24, week: 30, month: 52 };
const rowHeight = 32;
const inset = 4;
const longestName = 36;
const hatch = 'heatmap-hatch';

/** All rows of a heatmap as one drawing, to be taken along: on screen only those in sight are drawn. */
export function heatmapPicture({ products, quantity, bucketSize, locale }: HeatmapPicture): SVGSVGElement {
  const columns = heatmapColumns(
    products.map(({ timeline }) => timeline),
    bucketSize,
  );
  const cell = { width: widths[bucketSize] };
  const markStyle = bucketSize === 'month' ? 'month alone' : 'day alone';
  const svg = made('svg', {
    width: nameWidth + columns.length * cell.width,
    height: headHeight + products.length * rowHeight,
  });
  svg.append(hatchPattern());
  for (const { start, first, count } of columnGroups(columns, bucketSize)) {
    const group = formatDate(start, locale, groupStyle(bucketSize, count * cell.width));
    svg.append(text(nameWidth + first * cell.width + 2, 14, group, { 'font-weight': '600' }));
  }
  for (const [at, { start }] of columns.entries()) {
    const middle = { 'text-anchor': 'middle', fill: 'var(--sh-muted)', 'font-size': '11px' };
    svg.append(text(nameWidth + (at + 0.5) * cell.width, 36, formatDate(start, locale, markStyle), middle));
  }
  for (const [index, { productId, name, timeline }] of products.entries()) {
    const top = headHeight + index * rowHeight;
    svg.append(text(0, top + rowHeight / 2 + 4, shortened(name ?? String(productId))));
    for (const [at, each] of heatmapCells(timeline, bucketSize, columns, quantity ?? oneUnit).entries()) {
      const place = made('g', { transform: `translate(${nameWidth + at * cell.width} ${top})` });
      place.append(...cellShapes(each, cell.width));
      svg.append(place);
    }
  }
  return svg as SVGSVGElement;
}

/** What there is of the quantity wanted, from the bottom up, and what is missing of it; the max lead time date over it. */
function cellShapes({ state, share, maxLeadTimeAt }: HeatmapCell, width: number): SVGElement[] {
  const full = rowHeight - 2 * inset;
  const have = state === 'enough' ? full : Math.round(share * full);
  const bar = (y: number, height: number, fill: string) =>
    made('rect', { x: 1, y: inset + y, width: width - 2, height }, { fill });
  const shapes =
    state === 'theoretical'
      ? [made('rect', { y: inset, width, height: full, fill: `url(#${hatch})` })]
      : [bar(0, full - have, 'var(--sheet-lack)'), bar(full - have, have, 'var(--sheet-have)')];
  if (state === 'none')
    shapes.push(
      made('rect', { x: width / 2 - 3, y: rowHeight / 2 - 1, width: 6, height: 2 }, { fill: 'var(--sh-late)' }),
    );
  if (maxLeadTimeAt !== null) {
    const d = `M${Math.round(maxLeadTimeAt * width) + 1},0h9l-3,4l3,4h-7v${rowHeight - 8}h-2z`;
    shapes.push(made('path', { d }, { fill: 'var(--sh-mlt)' }));
  }
  return shapes;
}

function hatchPattern(): SVGElement {
  const defs = made('defs', {});
  const units = { patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  const pattern = made('pattern', { id: hatch, width: 8, height: 8, ...units });
  pattern.append(
    made('rect', { width: 8, height: 8 }, { fill: 'var(--sh-mlt-bg)' }),
    made(
      'line',
      { x1: 0, y1: 0, x2: 0, y2: 8 },
      { stroke: 'var(--sh-mlt)', 'stroke-opacity': '0.38', 'stroke-width': '2.5' },
    ),
  );
  defs.append(pattern);
  return defs;
}

function text(x: number, y: number, words: string, style: Record<string, string> = {}): SVGElement {
  const element = made('text', { x, y }, { fill: 'var(--sh-text)', 'font-size': '13px', ...style });
  element.textContent = words;
  return element;
}

function made(
  name: string,
  attributes: Record<string, string | number>,
  style: Record<string, string> = {},
): SVGElement {
  const element = document.createElementNS(space, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  for (const [property, value] of Object.entries(style)) element.style.setProperty(property, value);
  return element;
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : name;
}
