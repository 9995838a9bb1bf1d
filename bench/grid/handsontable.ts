import 'handsontable/styles/handsontable.min.css';
import 'handsontable/styles/ht-theme-main.min.css';
import Handsontable from 'handsontable';

import { fields, type BenchLine, type Contender } from './contender.ts';

const written = new Set<string>(['product', 'quantity', 'shipBy', 'note']);

/** Handsontable with fixed row heights, so that it doesn't measure them. */
export function mount(root: HTMLElement, lines: readonly BenchLine[]): Contender {
  const table = new Handsontable(root, {
    data: lines.map((line) => ({ ...line })),
    columns: fields.map(([data, , width]) => ({ data, width, readOnly: !written.has(data) })),
    colHeaders: fields.map(([, header]) => header),
    rowHeaders: true,
    rowHeights: 36,
    autoRowSize: false,
    autoColumnSize: false,
    height: 720,
    themeName: 'ht-theme-main',
    licenseKey: 'non-commercial-and-evaluation',
  });
  return {
    scroller: () => root.querySelector<HTMLElement>('.ht_master .wtHolder') ?? root,
    paste: (cells) => {
      table.selectCell(0, 0);
      table.populateFromArray(
        0,
        0,
        cells.map((row) => [...row]),
      );
    },
    textOf: (row, field) =>
      table.getDataAtCell(
        row,
        fields.findIndex(([id]) => id === field),
      ) as string,
  };
}
