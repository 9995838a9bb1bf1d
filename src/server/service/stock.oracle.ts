import type { StockRow } from '#server/store/stock-store.ts';

/**
 * Reference implementation of the availability rules for the rows of one product in one market, for tests. It uses
 * neither an index nor SQL, and exact decimals in hundred-thousandths.
 */
export class StockOracle {
  readonly #rows: StockRow[];
  readonly #today: string;

  constructor(rows: readonly StockRow[], today: string) {
    this.#rows = rows.toSorted((a, b) => (a.stockDate < b.stockDate ? -1 : Number(a.stockDate > b.stockDate)));
    this.#today = today;
  }

  get known(): boolean {
    return this.#rows.length > 0;
  }

  /** Returns the row that covers a quantity, given as decimal digits; undefined if there is none. */
  response(quantity: string): StockRow | undefined {
    const real = this.calendar(null, false);
    const began = real.filter((row) => row.stockDate <= this.#today).length;
    const first = real.slice(Math.max(0, began - 1)).find((row) => covers(row, quantity));
    const lead = this.#rows.find((row) => row.isMaxLeadTime && !row.isDeleted);
    if (first === undefined || lead === undefined) return first ?? lead;
    return first.stockDate > this.#today && lead.stockDate < first.stockDate ? lead : first;
  }

  /** Returns the rows of §4.1 and §4.4. */
  calendar(quantity: string | null, includeMaxLeadTime: boolean): StockRow[] {
    const live = this.#rows.filter((row) => !row.isDeleted);
    const real = live.filter((row) => !row.isMaxLeadTime && (quantity === null || covers(row, quantity)));
    return includeMaxLeadTime ? [...real, ...live.filter((row) => row.isMaxLeadTime)] : real;
  }
}

function covers(row: StockRow, quantity: string): boolean {
  const [whole = '0', decimals = ''] = quantity.split('.');
  return BigInt(row.stockQuantity) * 100n >= BigInt(whole + decimals.padEnd(5, '0'));
}
