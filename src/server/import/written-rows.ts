import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { toDayNumber } from '#server/store/day-number.ts';
import type { StockRow } from '#server/store/stock-store.ts';

import type { RowFault } from './cell-fault.ts';
import { RowKeys } from './row-keys.ts';

/** How a row relates to the rows above it: new, identical to one of them, or in contradiction. */
export type RowOutcome = 'new' | 'repeated' | readonly RowFault[];

/** The rows of a stock file so far. A row with the key of an earlier one must say the same. */
export class WrittenStock {
  readonly #markets = new Map<string, MarketRows>();
  #last: [market: Market | null, rows: MarketRows] = [null, newRows()];

  add(market: Market, row: StockRow, line: number): RowOutcome {
    const { keys, leads } = this.#rowsOf(market);
    if (row.isMaxLeadTime && !row.isDeleted) {
      const lead = leads.put(row.productId, 0, line, toDayNumber(row.stockDate));
      if (lead !== null && !lead.isSame)
        return [faultOf(lead.line, 'has another max lead time of this product: keep one')];
    }
    const earlier = keys.add(row, line);
    if (earlier === null) return 'new';
    return earlier.isSame ? 'repeated' : [faultOf(earlier.line, levelRule)];
  }

  /** Consecutive rows mostly have the same market object. */
  #rowsOf(market: Market): MarketRows {
    if (this.#last[0] === market) return this.#last[1];
    const key = JSON.stringify([market.company, market.salesOrganization, market.territoryId]);
    const rows = this.#markets.get(key) ?? newRows();
    this.#markets.set(key, rows);
    this.#last = [market, rows];
    return rows;
  }
}

/** The rows of one market, and the max lead time of each product, whose date is held as its quantity. */
interface MarketRows {
  keys: RowKeys;
  leads: RowKeys;
}

function newRows(): MarketRows {
  return { keys: new RowKeys(), leads: new RowKeys() };
}

const levelRule =
  'has the same product, market and date with other values. Quantities are levels from a date on, not receipts: keep one row';

function faultOf(line: number, rule: string): RowFault {
  return { column: '', text: '', forms: [], rule: `line ${line} ${rule}`, kind: `an earlier line ${rule}` };
}

/** The rows of a products file so far. */
export class WrittenProducts {
  readonly #rows = new Map<ProductId, [line: number, texts: string]>();

  add({ productId, name, sku, unit }: Product, line: number): RowOutcome {
    const texts = JSON.stringify([name, sku, unit]);
    const [earlierLine, earlierTexts] = this.#rows.get(productId) ?? [];
    if (earlierLine === undefined) {
      this.#rows.set(productId, [line, texts]);
      return 'new';
    }
    return earlierTexts === texts
      ? 'repeated'
      : [faultOf(earlierLine, 'has the same productId with another name, sku or unit: keep one row')];
  }
}
