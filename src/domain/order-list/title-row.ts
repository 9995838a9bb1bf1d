import { cellKind } from './cell-kind.ts';
import { readHeaderCell } from './header-cell.ts';

/**
 * What a row above the header of a table is: part of its title (`Order 4711`, `Date: | 2 January`, `Customer | 10023`),
 * an order row all the same, or neither for sure. An order needs a product and a number beside it.
 */
export function meaningAboveHeader(cells: readonly string[]): 'heading' | 'row' | 'unclear' {
  const filled = cells.filter((cell) => cell !== '');
  const [first = ''] = filled;
  const isLabelled = /:(?:\s|$)/.test(first) || readHeaderCell(first) !== null;
  const kinds = filled.map(cellKind);
  const at = kinds.findLastIndex((kind) => amounts.has(kind));
  if (filled.length < 2 || isLabelled || at < 0) return 'heading';
  return kinds.some((kind, index) => index !== at && products.has(kind)) ? 'row' : 'unclear';
}

const amounts = new Set(['whole', 'grouped', 'decimal', 'measure']);
const products = new Set(['code', 'identifier', 'whole']);
