import type { QueryClient } from '@tanstack/react-query';

import type { NewLine } from '#features/saved-orders/saved-order.ts';

import { catalogueOf, mixesIds, settleColumns, type SettledColumns } from './known-products.ts';
import { openFile, openText } from './open-list.ts';
import { FileFailure, type FileFailureCode, type ReadingOptions } from './read-list.ts';
import { acceptedRows, isClear, type KnownProducts, linesOf, reviewRows, textsToCompare } from './review-rows.ts';

export { warmUp } from './open-list.ts';

/** In milliseconds; what could not be looked up by then is asked, or looked up with the line. */
const longestLookUp = 2500;
const notLookedUp: KnownProducts = new Map();

interface LookedOver extends SettledColumns {
  hasRows: boolean;
  /** Some line names two products, or may, as far as is known. */
  mayContradict: boolean;
  /** The lines that it comes to where nothing about it has to be asked. */
  clearLines: NewLine[] | null;
}

/** Reads a list, and has the catalogue say what its texts leave open. */
export async function lookOver(
  source: string | File,
  options: ReadingOptions,
  queries: QueryClient,
): Promise<LookedOver | { failure: FileFailureCode }> {
  /** What the catalogue knows, unless it takes too long: the list is there meanwhile. */
  function lookUp(texts: readonly string[]): Promise<KnownProducts> {
    const late = new Promise<KnownProducts>((resolve) => setTimeout(resolve, longestLookUp, notLookedUp));
    return Promise.race([catalogueOf(queries)(texts).catch(() => notLookedUp), late]);
  }

  try {
    const opened = typeof source === 'string' ? openText(source, options) : openFile(source, options);
    const settled = await settleColumns(await opened, lookUp);
    const { list } = settled.open;
    let rows = reviewRows(list);
    // A product that stands there once by its id and once by its code is one product, a line may name two, and words
    // beside a product may be its name.
    const beside = textsToCompare(list);
    let isCompared = true;
    const areNamed = list.reading.lines.some(({ words }) => words !== undefined);
    if (mixesIds(rows) || areNamed || beside.length > 0) {
      const known = await lookUp([...rows.map(({ product }) => product), ...beside]);
      isCompared = beside.length === 0 || known !== notLookedUp;
      rows = reviewRows(list, known);
    }
    const clearLines = isCompared && isClear(list, rows) ? linesOf(acceptedRows(rows, new Map()), 'keep-apart') : null;
    const mayContradict = !isCompared || rows.some(({ contradiction }) => contradiction !== null);
    return { ...settled, hasRows: rows.length > 0, mayContradict, clearLines };
  } catch (error) {
    return { failure: error instanceof FileFailure ? error.code : 'not-readable' };
  }
}
