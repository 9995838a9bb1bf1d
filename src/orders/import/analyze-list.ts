import type { QueryClient } from '@tanstack/react-query';

import type { KnownProducts } from '#stock/order-list/prose-products.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';

import { catalogLookup, mixesIds, resolveColumns, type ResolvedColumns, reviewedProducts } from './known-products.ts';
import { openFile, openText, type PastedText } from './open-list.ts';
import { FileFailure, type ReadingOptions } from './read-list.ts';
import { acceptedRows, isClear, linesOf, lookupOf, reviewRows, textsToCompare } from './review-rows.ts';

export { markedRows, warmUp } from './open-list.ts';

/** Timeout for the catalog, in milliseconds. Later results are used in the review or with the order line. */
const lookupTimeout = 2500;
const notLookedUp: KnownProducts = new Map();

interface AnalyzedList extends ResolvedColumns {
  /** Whether there are lines, or all of them are left out until a question is answered. */
  hasRows: boolean;
  /** Whether a line names a product, or several. */
  namesProducts: boolean;
  /** Whether a line names two products, or may because they couldn't be looked up. */
  mayContradict: boolean;
  /** Lines to add if nothing has to be asked; otherwise null. */
  clearLines: NewLine[] | null;
}

function timeOut<Value>(value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(resolve, lookupTimeout, value));
}

/** Reads a list and resolves ambiguities with the catalog. */
export async function analyzeList(
  source: PastedText | File,
  options: ReadingOptions,
  queries: QueryClient,
): Promise<AnalyzedList | { failure: FileFailure }> {
  /** Returns no products if the catalog fails or times out, because the list can be used without them. */
  function lookUp(texts: readonly string[]): Promise<KnownProducts> {
    return Promise.race([catalogLookup(queries)(texts).catch(() => notLookedUp), timeOut(notLookedUp)]);
  }

  try {
    const opened = source instanceof File ? openFile(source, options) : openText(source.text, options, source.html);
    const settled = await resolveColumns(await opened, lookUp);
    const { list } = settled.open;
    let rows = reviewRows(list);
    // An id and a code may be the same product, a line may name two products, and words beside a product may be its
    // name.
    const beside = textsToCompare(list);
    let isCompared = true;
    const { lines, prose } = list.reading;
    const areNamed = lines.some(({ words }) => words !== undefined);
    if (prose.length > 0 || lines.some(({ isLoose }) => isLoose)) {
      // Such lists are reviewed. A sentence has only with these products its own and its quantity, and a missing one the
      // focus.
      const reviewed = queries.fetchQuery(reviewedProducts(lookupOf(list), queries)).catch(() => null);
      const found = await Promise.race([reviewed, timeOut(null)]);
      isCompared = beside.length === 0 || found !== null;
      rows = reviewRows(list, found?.known, found?.named);
    } else if (mixesIds(rows) || areNamed || beside.length > 0) {
      const known = await lookUp([...rows.map(({ product }) => product), ...beside]);
      isCompared = beside.length === 0 || known !== notLookedUp;
      rows = reviewRows(list, known);
    }
    const clearLines = isCompared && isClear(list, rows) ? linesOf(acceptedRows(rows, new Map()), 'keep-apart') : null;
    const mayContradict = !isCompared || rows.some(({ contradiction }) => contradiction !== null);
    const hasRows = rows.length > 0 || list.reading.questions.length > 0;
    const namesProducts = rows.some(({ product, refused }) => product !== '' || refused?.code === 'several-orders');
    return { ...settled, hasRows, namesProducts, mayContradict, clearLines };
  } catch (error) {
    return { failure: error instanceof FileFailure ? error : new FileFailure('not-readable', { cause: error }) };
  }
}
