import { amountKinds, cellKind } from './cell-kind.ts';
import { shapeOf } from './plain-text.ts';

/** Whether the cells of a row are several orders, as in tables placed side by side. */
export function areSideBySideOrders(cells: readonly string[]): boolean {
  if (cells.length > maxCells || cells.filter((cell) => isKey.test(cell)).length < 2) return false;
  const shapes = cells.map((cell) => {
    const kind = cellKind(cell);
    if (kind !== 'measure' && isKey.test(cell)) return shapeOf(cell);
    return amountKinds.has(kind) ? 'number' : 'other';
  });
  const hasKey = shapes.some((shape) => shape.includes('0'));
  return hasKey && shapes.includes('number') && /^(.+)(?:\t\1)+$/.test(shapes.join('\t'));
}

/** Maximum number of cells checked. */
const maxCells = 20;
const isKey = /^(?:\d{5,10}|(?=\S*\d)(?=\S*\p{L})\S{1,40})$/u;
