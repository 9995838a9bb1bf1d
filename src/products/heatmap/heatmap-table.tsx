// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/control-has-associated-label -- a table with keyboard navigation is a grid; headers aren't controls
import { useLingui } from '@lingui/react/macro';
import '@mantine/core/styles/Tooltip.css';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

import { shade } from '#parts/chart/chart-legend.tsx';
import { useSpanName } from '#parts/chart/chart-words.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { BucketSize } from '#stock/level-buckets.ts';
import { isoWeekday } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';
import { ariaSortOf, type SortableColumn, SortButton } from '#ui/sort-button.tsx';

import {
  type CellPlace,
  columnGroups,
  groupStyle,
  headerHeight,
  heatmapCells,
  type HeatmapColumn,
  type HeatmapLayout,
  type HeatmapMeasure,
  type HeatmapProduct,
  measureOf,
  placeAfterKey,
  clampPlace,
} from './heatmap-cells.ts';
import classes from './stock-heatmap.module.css';
import { useCellText, useGapText } from './use-cell-text.ts';

export interface HeatmapTableProps extends DrawnCells {
  products: readonly HeatmapProduct[];
  /** The column by which the header of the gaps sorts. */
  gapColumn: SortableColumn | undefined;
  /** Called for Enter on a cell, with the quantity that it is compared with. */
  onOpen: (productId: ProductId, quantity: number | undefined) => void;
}

/** Properties of the cells, the same in all rows but for the measure of those of another unit. */
interface DrawnCells {
  columns: readonly HeatmapColumn[];
  bucketSize: BucketSize;
  measure: HeatmapMeasure;
  layout: HeatmapLayout;
}

/** A virtualized table. The row of the active cell is always rendered, to keep the keyboard focus. */
export function HeatmapTable({ products, gapColumn, onOpen, ...drawn }: HeatmapTableProps) {
  const { columns, layout, measure } = drawn;
  const { t } = useLingui();
  const { cell, nameWidth, gapWidth } = layout;
  const extent = { rows: products.length, columns: columns.length };
  const scroller = useRef<HTMLDivElement>(null);
  const [kept, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [isMoved, setMoved] = useState(false);
  const [pointed, setPointed] = useState<HTMLElement | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const active = clampPlace(kept, extent);

  // oxlint-disable-next-line react/incompatible-library -- this is why the table is a separate component
  const rows = useVirtualizer({
    getScrollElement: () => scroller.current,
    count: extent.rows,
    overscan: 4,
    estimateSize: () => cell.height,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), active.row, extent.rows),
  });
  // The virtualizer caches measured sizes.
  useEffect(() => rows.measure(), [rows, cell]);

  // Keys of a held key can come faster than React may render moves: one a frame, the others add up.
  const frame = useRef<{ next: CellPlace | null } | null>(null);

  function moveByKey(place: CellPlace) {
    if (frame.current !== null) {
      frame.current.next = place;
      return;
    }
    frame.current = { next: null };
    requestAnimationFrame(() => {
      const next = frame.current?.next ?? null;
      frame.current = null;
      if (next !== null) moveByKey(next);
    });
    moveTo(place);
  }

  function moveTo(place: CellPlace) {
    setActive(place);
    setMoved(true);
    setPointed(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    const place = frame.current?.next ?? active;
    const product = products[place.row];
    if (cellIn(event.target) === null || event.altKey || !product) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headerHeight) / cell.height) - 1);
    const key = { key: event.key, isWhole: event.ctrlKey || event.metaKey };
    const next = placeAfterKey(place, key, { ...extent, page });
    if (event.key === 'Enter') onOpen(product.productId, quantityOf(measureOf(product, measure)));
    else if (next) moveByKey(next);
    else return;
    event.preventDefault();
  }

  const marked = placeOf(pointed) ?? (hasFocus ? active : null);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ '--covered': `${headerHeight}px ${gapWidth}px 0 ${nameWidth}px` } as CSSProperties}
      onScroll={() => setPointed(null)}
    >
      <table
        role="grid"
        aria-label={t`Lowest available quantity of each product`}
        aria-rowcount={extent.rows + 1}
        aria-colcount={extent.columns + (gapWidth > 0 ? 2 : 1)}
        aria-readonly
        className={classes.table}
        style={{ width: nameWidth + extent.columns * cell.width + gapWidth }}
        onKeyDown={onKeyDown}
        onPointerOver={(event: PointerEvent) => setPointed(cellIn(event.target))}
        onPointerLeave={() => setPointed(null)}
        // A move focuses the next cell while rendering, so neither handler may change the state then.
        onFocus={({ target }: FocusEvent) => setHasFocus(cellIn(target) !== null)}
        onBlur={({ relatedTarget }: FocusEvent) => cellIn(relatedTarget) ?? setHasFocus(false)}
        onClick={({ target }) => {
          const place = placeOf(cellIn(target));
          if (place) moveTo(place);
        }}
      >
        <colgroup>
          <col style={{ width: nameWidth }} />
          <col span={extent.columns} style={{ width: cell.width }} />
          {gapWidth > 0 && <col style={{ width: gapWidth }} />}
        </colgroup>
        <HeatmapHead {...drawn} {...{ gapColumn }} marked={marked?.column ?? null} />
        <tbody>
          {rows.getVirtualItems().map(({ index, start }, place, items) => {
            const product = products[index];
            if (!product) return null;
            const isActive = index === active.row;
            return (
              <Fragment key={index}>
                <SpacerRow height={start - (items[place - 1]?.end ?? 0)} />
                <HeatmapRow
                  {...{
                    ...drawn,
                    product,
                    measure: measureOf(product, measure),
                    row: index,
                    activeColumn: isActive ? active.column : null,
                  }}
                  takesFocus={isActive && isMoved}
                />
              </Fragment>
            );
          })}
          <SpacerRow height={rows.getTotalSize() - (rows.getVirtualItems().at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {marked && (
        <div
          aria-hidden
          className={classes.column}
          style={{ left: nameWidth + marked.column * cell.width, width: cell.width, height: extent.rows * cell.height }}
        />
      )}
      {marked && <CellCard {...drawn} {...{ products }} place={marked} />}
    </div>
  );
}

/** Spacer for rows that aren't rendered. */
function SpacerRow({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

/** Header rows: months above weeks and days, or years above months. */
function HeatmapHead(props: DrawnCells & Pick<HeatmapTableProps, 'gapColumn'> & { marked: number | null }) {
  const { columns, bucketSize, layout, marked, gapColumn } = props;
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const spanName = useSpanName();
  const { nameWidth, cell, gapWidth } = layout;
  return (
    <thead>
      <tr aria-hidden>
        <td className={classes.corner}>
          {bucketSize === 'week' ? t`Lowest per week` : bucketSize === 'month' && t`Lowest per month`}
        </td>
        {columnGroups(columns, bucketSize).map(({ start, count }) => (
          <td key={start} colSpan={count} className={classes.group}>
            <span style={{ left: nameWidth + 6 }}>{formatDate(start, groupStyle(bucketSize, count * cell.width))}</span>
          </td>
        ))}
        {gapWidth > 0 && <td className={classes.gap} />}
      </tr>
      <tr aria-rowindex={1} className={classes.marks}>
        <th scope="col" aria-colindex={1} className={classes.corner}>{t`Product`}</th>
        {columns.map((column, index) => (
          <th
            key={column.start}
            scope="col"
            aria-colindex={index + 2}
            aria-label={spanName(bucketSize, column)}
            data-marked={index === marked || undefined}
          >
            {(bucketSize !== 'day' || index === 0 || isoWeekday(column.start) === 1) &&
              formatDate(column.start, bucketSize === 'month' ? 'month alone' : 'day alone')}
          </th>
        ))}
        {gapWidth > 0 && (
          <th
            scope="col"
            aria-colindex={columns.length + 2}
            aria-sort={gapColumn && ariaSortOf(gapColumn)}
            className={classes.gap}
          >
            {gapColumn ? <SortButton column={gapColumn}>{t`Gap`}</SortButton> : t`Gap`}
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeatmapRowProps extends DrawnCells {
  product: HeatmapProduct;
  row: number;
  /** Column of the active cell; null if it is in another row. */
  activeColumn: number | null;
  takesFocus: boolean;
}

const HeatmapRow = memo(function HeatmapRow(props: HeatmapRowProps) {
  const { product, row, columns, bucketSize, measure, layout, activeColumn, takesFocus } = props;
  const { productId, name, timeline } = product;
  const cellText = useCellText(bucketSize, measure);
  const gap = useGapText()(product, measure);
  const cells = heatmapCells(timeline, bucketSize, columns, measure);
  const quantity = quantityOf(measure);
  return (
    <tr aria-rowindex={row + 2} style={{ height: layout.cell.height }}>
      <th scope="row" aria-colindex={1} className={classes.name}>
        <Link to="/" search={{ product: productId, quantity }} tabIndex={-1} title={`${name ?? ''} ${productId}`}>
          <bdi>{name ?? productId}</bdi>
          {name !== null && <small>{productId}</small>}
        </Link>
      </th>
      {cells.map((cell, column) => {
        const { when, level, meaning } = cellText(product, cell);
        const isActive = column === activeColumn;
        const ground = cell.state === 'some' ? shade(cell.share) : undefined;
        const style = { '--share': cell.share, '--marker': cell.maxLeadTimeAt, '--ground': ground } as CSSProperties;
        return (
          <td
            key={cell.bucket.start}
            ref={isActive && takesFocus ? takeFocus : undefined}
            tabIndex={isActive ? 0 : -1}
            aria-colindex={column + 2}
            aria-label={`${when}: ${[level, meaning].filter(Boolean).join('; ')}`}
            data-place={nameOf({ row, column })}
            data-state={cell.state}
            data-marked={cell.maxLeadTimeAt !== null || undefined}
            style={style}
          />
        );
      })}
      {layout.gapWidth > 0 && (
        <td aria-colindex={columns.length + 2} className={classes.gap} title={gap.all}>
          {gap.text}
        </td>
      )}
    </tr>
  );
});

/** Tooltip of the hovered or focused cell. */
function CellCard(props: Omit<HeatmapTableProps, 'onOpen' | 'gapColumn'> & { place: CellPlace }) {
  const { place, products, columns, bucketSize } = props;
  const product = products[place.row];
  const measure = product === undefined ? props.measure : measureOf(product, props.measure);
  const cellText = useCellText(bucketSize, measure);
  const cell = product && heatmapCells(product.timeline, bucketSize, columns, measure)[place.column];
  const text = cell && cellText(product, cell);
  if (!text) return null;
  const name = nameOf(place);
  return (
    <Tooltip
      key={name}
      target={`[data-place="${name}"]`}
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
          <span style={{ opacity: 0.8 }}>{text.when}</span>
          <span>{text.level}</span>
          {text.meaning !== '' && <span>{text.meaning}</span>}
        </>
      }
    />
  );
}

/** The wanted quantity; a product of another unit has none. */
function quantityOf(measure: HeatmapMeasure): number | undefined {
  return 'wanted' in measure ? fromThousandths(measure.wanted) : undefined;
}

/** Ref callback that focuses the active cell. */
function takeFocus(cell: HTMLElement | null): void {
  cell?.focus();
}

function withIndex(range: number[], index: number, count: number): number[] {
  return index >= count || range.includes(index) ? range : [...range, index].toSorted((a, b) => a - b);
}

function cellIn(target: EventTarget | null): HTMLElement | null {
  return (target as Element | null)?.closest<HTMLElement>('[data-place]') ?? null;
}

function nameOf({ row, column }: CellPlace): string {
  return `${row} ${column}`;
}

function placeOf(element: HTMLElement | null): CellPlace | null {
  const [row, column] = (element?.dataset['place'] ?? '').split(' ').map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
