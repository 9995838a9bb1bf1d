// oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a separator that can be moved is a widget, which hr is not
import { useLingui } from '@lingui/react/macro';
import type { Header } from '@tanstack/react-table';
import type { KeyboardEvent } from 'react';

import { SortButton } from '#features/table/sort-button.tsx';
import { ariaSortOf } from '#features/table/sortable-column.ts';

import classes from './column-header.module.css';
import type { ShownRow } from './shown-row.ts';
import type { calendarFeatures } from './table-features.ts';

const narrowest = 64;
const widest = 640;
const keyStep = 16;

interface ColumnHeaderProps {
  header: Header<typeof calendarFeatures, ShownRow>;
  name: string;
  /** Where headings are read and not seen, they do nothing. */
  isPlain: boolean;
  onWidth: (width: number) => void;
}

/** A column's heading: sorts by it, and can be drawn wider or narrower by its edge, with the arrow keys too. */
export function ColumnHeader({ header, name, isPlain, onWidth }: ColumnHeaderProps) {
  const { t } = useLingui();
  const { column } = header;
  const width = Math.round(column.getSize());

  function resizeByKey(event: KeyboardEvent) {
    const widths: Record<string, number> = {
      ArrowRight: width + keyStep,
      ArrowLeft: width - keyStep,
      Home: narrowest,
      End: widest,
    };
    const next = widths[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(Math.min(Math.max(next, narrowest), widest));
    const edge = event.currentTarget;
    // It has moved away from under whoever holds it.
    requestAnimationFrame(() => edge.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  }

  return (
    <th
      scope="col"
      // Each cell is read with it: without the edge's own words.
      aria-label={name}
      data-column={column.id}
      className={classes.header}
      style={{ width }}
      aria-sort={ariaSortOf(column)}
    >
      {column.getCanSort() && !isPlain ? (
        <SortButton column={column}>{name}</SortButton>
      ) : (
        <span className={classes.plain}>{name}</span>
      )}
      {!isPlain && (
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={t`Width of ${name}`}
          aria-valuenow={width}
          aria-valuemin={narrowest}
          aria-valuemax={widest}
          tabIndex={0}
          data-active={column.getIsResizing() || undefined}
          className={classes.edge}
          onMouseDown={header.getResizeHandler()}
          onTouchStart={header.getResizeHandler()}
          onKeyDown={resizeByKey}
        />
      )}
    </th>
  );
}
