import 'react-data-grid/lib/styles.css';
import { useLayoutEffect, useState } from 'react';
import { DataGrid, renderTextEditor } from 'react-data-grid';
import { createRoot } from 'react-dom/client';

import { fields, type BenchLine, type Contender } from './contender.ts';

const written = new Set<string>(['product', 'quantity', 'shipBy', 'note']);
const columns = fields.map(([key, name, width]) => ({
  key,
  name,
  width,
  renderEditCell: written.has(key) ? renderTextEditor : null,
}));

interface LinesProps {
  lines: readonly BenchLine[];
  /** Receives the current rows and a function to replace them. */
  onRows: (rows: readonly BenchLine[], replace: (rows: readonly BenchLine[]) => void) => void;
}

function Lines({ lines, onRows }: LinesProps) {
  const [rows, setRows] = useState(lines);
  useLayoutEffect(() => onRows(rows, setRows), [onRows, rows]);
  return (
    <DataGrid
      columns={columns}
      rows={rows}
      rowKeyGetter={({ key }: BenchLine) => key}
      rowHeight={36}
      style={{ blockSize: 720 }}
      onRowsChange={setRows}
    />
  );
}

/** react-data-grid with its rows in React state, as documented; range paste is left to the application. */
export function mount(root: HTMLElement, lines: readonly BenchLine[]): Contender {
  let current = lines;
  let replace: Parameters<LinesProps['onRows']>[1] | null = null;
  const onRows: LinesProps['onRows'] = (...latest) => {
    [current, replace] = latest;
  };
  createRoot(root).render(<Lines lines={lines} onRows={onRows} />);
  return {
    scroller: () => root.querySelector<HTMLElement>('[role="grid"]') ?? root,
    paste: (cells) =>
      replace?.(
        current.map((line, row) => {
          const [product, , quantity] = cells[row] ?? [];
          return product === undefined || quantity === undefined ? line : { ...line, product, quantity };
        }),
      ),
    textOf: (row, field) => `${current[row]?.[field] ?? ''}`,
  };
}
