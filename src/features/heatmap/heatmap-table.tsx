// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/control-has-associated-label -- its cells are walked by keys: a grid; a heading is no control
import { useLingui } from '@lingui/react/macro';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

import { useSpanName } from '#features/chart/chart-words.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import { isoWeekday } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import {
  type CellPlace,
  columnGroups,
  groupStyle,
  headerHeight,
  heatmapCells,
  type HeatmapColumn,
  type HeatmapLayout,
  type HeatmapProduct,
  placeAfterKey,
  placeWithin,
} from './heatmap-cells.ts';
import classes from './stock-heatmap.module.css';
import { useCellText } from './use-cell-text.ts';

interface HeatmapTableProps {
  products: readonly HeatmapProduct[];
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  wanted: Thousandths;
  layout: HeatmapLayout;
  onOpen: (productId: ProductId) => void;
}

/** A drawn row or column, or the room of those before it that are not drawn. */
type Track = { index: number; key: string } | { room: number; key: string };

/** A table of the rows and columns in view; the one cell with the keyboard is drawn wherever it is. */
export function HeatmapTable(props: HeatmapTableProps) {
  const { products, columns, layout, onOpen } = props;
  const { t } = useLingui();
  const { cell, nameWidth } = layout;
  const extent = { rows: products.length, columns: columns.length };
  const scroller = useRef<HTMLDivElement>(null);
  const [kept, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [isMoved, setMoved] = useState(false);
  const [pointed, setPointed] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<HTMLElement | null>(null);
  const active = placeWithin(kept, extent);

  const tracks = { getScrollElement: () => scroller.current, overscan: 4 };
  // oxlint-disable-next-line react/incompatible-library -- why the table has this component to itself
  const rows = useVirtualizer({
    ...tracks,
    count: extent.rows,
    estimateSize: () => cell.height,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), active.row, extent.rows),
  });
  const across = useVirtualizer({
    ...tracks,
    count: extent.columns,
    horizontal: true,
    estimateSize: () => cell.width,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), active.column, extent.columns),
  });
  // A size that was measured stays until it is measured anew.
  useEffect(() => {
    rows.measure();
    across.measure();
  }, [rows, across, cell]);

  function moveTo(place: CellPlace) {
    setActive(place);
    setMoved(true);
    setPointed(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const product = products[active.row];
    if (focused === null || event.altKey || !product) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / cell.height) - 1);
    const key = { key: event.key, isWhole: event.ctrlKey || event.metaKey };
    const next = placeAfterKey(active, key, { ...extent, page });
    if (event.key === 'Enter') onOpen(product.productId);
    else if (next) moveTo(next);
    else return;
    event.preventDefault();
  }

  const columnTracks = tracksOf(across.getVirtualItems(), extent.columns, cell.width);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ scrollPaddingTop: headerHeight, scrollPaddingLeft: nameWidth }}
      onScroll={() => setPointed(null)}
    >
      <table
        role="grid"
        aria-label={t`Lowest level of each product over time`}
        aria-rowcount={extent.rows + 1}
        aria-colcount={extent.columns + 1}
        aria-readonly
        className={classes.table}
        style={{ width: nameWidth + extent.columns * cell.width }}
        onKeyDown={onKeyDown}
        onPointerOver={(event: PointerEvent) => setPointed(cellIn(event.target))}
        onPointerLeave={() => setPointed(null)}
        onFocus={(event: FocusEvent) => setFocused(cellIn(event.target))}
        onBlur={() => setFocused(null)}
        onClick={({ target }) => {
          const place = placeOf(cellIn(target));
          if (place) moveTo(place);
        }}
      >
        <colgroup>
          <col style={{ width: nameWidth }} />
          {columnTracks.map((track) => (
            <col key={track.key} style={{ width: 'room' in track ? track.room : cell.width }} />
          ))}
        </colgroup>
        <HeatmapHead {...props} tracks={columnTracks} />
        <tbody>
          {tracksOf(rows.getVirtualItems(), extent.rows, cell.height).map((track) => {
            if ('room' in track) return <tr key={track.key} aria-hidden style={{ height: track.room }} />;
            const product = products[track.index];
            if (!product) return null;
            const isActive = track.index === active.row;
            return (
              <HeatmapRow
                key={track.key}
                {...{ ...props, product, row: track.index, activeColumn: isActive ? active.column : null }}
                takesFocus={isActive && isMoved}
                tracks={columnTracks}
                drawn={columnTracks.map(({ key }) => key).join()}
              />
            );
          })}
        </tbody>
      </table>
      <CellCard {...props} element={pointed ?? focused} />
    </div>
  );
}

/** The time over the columns: months over weeks and days, years over months. */
function HeatmapHead({ columns, bucketSize, layout, tracks }: HeatmapTableProps & { tracks: readonly Track[] }) {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const spanName = useSpanName();
  const { nameWidth, cell } = layout;
  const groups = columnGroups(columns, bucketSize);
  return (
    <thead>
      <tr aria-hidden className={classes.groups}>
        <td className={classes.corner} />
        {groupTracks(tracks, groups).map(({ key, count, group }) => (
          <td key={key} colSpan={count} className={group && classes.group}>
            {group && (
              <span style={{ left: nameWidth + 6 }}>
                {formatDate(group.start, groupStyle(bucketSize, group.count * cell.width))}
              </span>
            )}
          </td>
        ))}
      </tr>
      <tr aria-rowindex={1} className={classes.marks}>
        <th scope="col" aria-colindex={1} className={classes.corner}>{t`Product`}</th>
        {tracks.map((track) => {
          const column = 'room' in track ? undefined : columns[track.index];
          if (!column || 'room' in track) return <td key={track.key} aria-hidden />;
          const { index } = track;
          return (
            <th key={track.key} scope="col" aria-colindex={index + 2} aria-label={spanName(bucketSize, column)}>
              {(bucketSize !== 'day' || index === 0 || isoWeekday(column.start) === 1) &&
                formatDate(column.start, bucketSize === 'month' ? 'month alone' : 'day alone')}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface HeatmapRowProps extends HeatmapTableProps {
  product: HeatmapProduct;
  row: number;
  /** Where the keyboard is, if in this row. */
  activeColumn: number | null;
  takesFocus: boolean;
  tracks: readonly Track[];
  /** Which tracks these are: a row with the same ones is not drawn anew. */
  drawn: string;
}

const HeatmapRow = memo(function HeatmapRow(props: HeatmapRowProps) {
  const { product, row, columns, bucketSize, wanted, layout, activeColumn, takesFocus, tracks } = props;
  const { productId, name, timeline } = product;
  const cellText = useCellText(bucketSize, wanted);
  const cells = heatmapCells(timeline, bucketSize, columns, wanted);
  return (
    <tr aria-rowindex={row + 2} style={{ height: layout.cell.height }}>
      <th scope="row" aria-colindex={1} className={classes.name}>
        <Link to="/products/$productId" params={{ productId }} tabIndex={-1} title={`${name ?? ''} ${productId}`}>
          <bdi>{name ?? productId}</bdi>
        </Link>
      </th>
      {tracks.map((track) => {
        const cell = 'room' in track ? undefined : cells[track.index];
        if (!cell || 'room' in track) return <td key={track.key} aria-hidden />;
        const { when, level, meaning } = cellText(product, cell);
        const isActive = track.index === activeColumn;
        const style = { '--share': cell.share, '--marker': cell.maxLeadTimeAt } as CSSProperties;
        return (
          <td
            key={track.key}
            ref={isActive && takesFocus ? takeFocus : undefined}
            tabIndex={isActive ? 0 : -1}
            aria-colindex={track.index + 2}
            aria-label={`${when}: ${level}; ${meaning}`}
            data-place={`${row} ${track.index}`}
            data-state={cell.state}
            data-marked={cell.maxLeadTimeAt !== null || undefined}
            style={style}
          />
        );
      })}
    </tr>
  );
}, isDrawnAlike);

/** What the cell under the pointer or with the keyboard holds. */
function CellCard({ element, ...props }: HeatmapTableProps & { element: HTMLElement | null }) {
  const { products, columns, bucketSize, wanted } = props;
  const cellText = useCellText(bucketSize, wanted);
  const place = placeOf(element);
  const product = place && products[place.row];
  const cell = product && heatmapCells(product.timeline, bucketSize, columns, wanted)[place.column];
  const text = cell && cellText(product, cell);
  if (!element?.isConnected || !text) return null;
  return (
    <Tooltip
      key={element.dataset['place']}
      target={element}
      opened
      position="bottom"
      multiline
      w={272}
      classNames={{ tooltip: classes.card ?? '' }}
      label={
        <>
          <strong>
            <bdi>{product.name ?? product.productId}</bdi>
          </strong>
          <span className={classes.when}>{text.when}</span>
          <span>{text.level}</span>
          <span>{text.meaning}</span>
        </>
      }
    />
  );
}

/** Props that a row takes no drawing from; its tracks are told apart by `drawn`. */
const undrawn = new Set(['tracks', 'products', 'onOpen']);

function isDrawnAlike(before: HeatmapRowProps, after: HeatmapRowProps): boolean {
  const keys = Object.keys(after) as (keyof HeatmapRowProps)[];
  return keys.every((key) => undrawn.has(key) || Object.is(before[key], after[key]));
}

/** Called with the cell that the keyboard came to. */
function takeFocus(cell: HTMLElement | null): void {
  cell?.focus();
}

function withIndex(range: number[], index: number, count: number): number[] {
  return index >= count || range.includes(index) ? range : [...range, index].toSorted((a, b) => a - b);
}

/** The drawn items with the room between them, all of one size. */
function tracksOf(items: readonly VirtualItem[], count: number, size: number): Track[] {
  const tracks: Track[] = [];
  let next = 0;
  for (const { index } of items) {
    if (index > next) tracks.push({ room: (index - next) * size, key: `${next}–` });
    tracks.push({ index, key: String(index) });
    next = index + 1;
  }
  if (next < count) tracks.push({ room: (count - next) * size, key: `${next}–` });
  return tracks;
}

/** The headings over the tracks: as many of a group's columns as are drawn. */
function groupTracks(tracks: readonly Track[], groups: ReturnType<typeof columnGroups>) {
  const cells: { key: string; count: number; group: (typeof groups)[number] | undefined }[] = [];
  for (const track of tracks) {
    const group = 'room' in track ? undefined : groups.findLast(({ first }) => first <= track.index);
    const before = cells.at(-1);
    if (before && group && before.group === group) before.count += 1;
    else cells.push({ key: track.key, count: 1, group });
  }
  return cells;
}

function cellIn(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>('[data-place]');
}

function placeOf(element: HTMLElement | null): CellPlace | null {
  const [row, column] = (element?.dataset['place'] ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
