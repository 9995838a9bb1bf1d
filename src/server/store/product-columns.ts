import type { ProductId } from '#stock/contract/product-id.ts';

/** Rows to read, in ascending order: first the values of the numeric expressions, none of them null, then the texts. */
export interface RowQuery {
  numbers: readonly string[];
  texts?: readonly string[];
  from: string;
  where?: string;
  order: string;
  /** All product IDs of the rows, ascending, if there may be many rows: PostgreSQL then reads them part by part. */
  productIds?: Int32Array;
}

/** Calls a function with the values of each row. */
export type ReadRows = (query: RowQuery, each: (...values: never[]) => void) => Promise<void>;

/** Where the stock of a market, or of an index, is read. Every fragment is trusted text. */
export interface StockTables {
  stock: string;
  known: string;
  marketId: number;
  /** Expression for the kind of a row, see {@link rowKinds}. */
  kind: string;
  /** Expressions for day numbers. */
  day: string;
  lastUpdate: string;
  /** Expression for the product's territory, or an empty text; null if all products have the same. */
  territory: string | null;
}

/** Kinds of rows: a row without an entry says that the product's calendar is empty, or can't be read. */
export const rowKinds = { stock: 0, maxLeadTime: 1, none: 2, unreadable: 3 } as const;

/** The products of the catalog by ascending ID. */
export interface Catalogue {
  ids: Int32Array;
  /** Places in `unitNames`, which starts with the missing unit. */
  units: Int32Array;
  unitNames: (string | null)[];
  /** Ranks of the folded names from 1; 0 without a name. */
  nameRanks: Int32Array;
  /** ID, folded name and folded SKU of all products, each followed by a line feed. */
  text: Buffer;
  /** Where each product ends in `text`. */
  textEnds: Int32Array;
}

/** All entries of a market or of an index, by ascending product ID and date. */
export interface ProductColumns {
  /** Differs from that of all others. */
  serial: number;
  catalogue: Catalogue;
  ids: Int32Array;
  /** Places of the products in the catalog, -1 without. */
  catalogued: Int32Array;
  /** 0 if the calendar can't be read. */
  isReadable: Uint8Array;
  /** Ranks of the territories from 1; 0 without one. */
  territories: Int32Array;
  /** First entry of each product, and the end of the last one's. */
  starts: Int32Array;
  /** First max lead time of each product, after its stock entries. */
  leadStarts: Int32Array;
  days: Int32Array;
  /** Thousandths. */
  quantities: Float64Array;
  updates: Int32Array;
}

type Column = Int32Array | Float64Array | Buffer;

function grown<Grown extends Column>(column: Grown, length: number): Grown {
  if (length <= column.length) return column;
  const size = Math.max(length, 2 * column.length, 1024);
  const larger =
    column instanceof Buffer
      ? Buffer.alloc(size)
      : column instanceof Int32Array
        ? new Int32Array(size)
        : new Float64Array(size);
  larger.set(column);
  return larger as Grown;
}

async function loadIds(read: ReadRows, from: string, where?: string): Promise<Int32Array> {
  let ids = new Int32Array(0);
  let count = 0;
  await read(
    { numbers: ['product_id'], from, ...(where !== undefined && { where }), order: 'product_id' },
    (id: number) => {
      ids = grown(ids, count + 1);
      ids[count] = id;
      count += 1;
    },
  );
  return ids.subarray(0, count);
}

/** Loads the catalog. */
export async function loadCatalogue(read: ReadRows): Promise<Catalogue> {
  const ids = await loadIds(read, 'product');
  const units = new Int32Array(ids.length);
  const unitNames: (string | null)[] = [null];
  const places = new Map<string, number>();
  const textEnds = new Int32Array(ids.length);
  let text = Buffer.alloc(0);
  let [at, length] = [0, 0];
  await read(
    {
      numbers: ['product_id'],
      texts: ['name_key', 'sku_key', 'unit'],
      from: 'product',
      order: 'product_id',
      productIds: ids,
    },
    (id: number, name: string | null, sku: string | null, unit: string | null) => {
      const line = `${id}\n${name ?? ''}\n${sku ?? ''}\n`;
      text = grown(text, length + 3 * line.length);
      length += text.write(line, length);
      textEnds[at] = length;
      if (unit !== null) {
        const place = places.get(unit) ?? unitNames.push(unit) - 1;
        places.set(unit, place);
        units[at] = place;
      }
      at += 1;
    },
  );
  const nameRanks = new Int32Array(ids.length);
  await read(
    {
      numbers: ['product_id', 'dense_rank() OVER (ORDER BY name_key)'],
      from: 'product',
      where: 'name_key IS NOT NULL',
      order: 'name_key',
    },
    (id: number, rank: number) => {
      nameRanks[placeOf(ids, id)] = rank;
    },
  );
  return { ids, units, unitNames, nameRanks, text: text.subarray(0, length), textEnds };
}

let lastSerial = 0;

/** Loads the entries of a market or of an index. */
export async function loadColumns(read: ReadRows, tables: StockTables, catalogue: Catalogue): Promise<ProductColumns> {
  const { stock, known, marketId, kind: kindOf, day: dayOf, lastUpdate, territory: territoryOf } = tables;
  const where = `market_id = ${marketId}`;
  const ids = await loadIds(read, known, where);
  const count = ids.length;
  const starts = new Int32Array(count + 1);
  const leadStarts = new Int32Array(count).fill(-1);
  const isReadable = new Uint8Array(count).fill(1);
  const territories = new Int32Array(count);
  const territoryNames = new Map<string, number>();
  let [days, quantities, updates] = [new Int32Array(0), new Float64Array(0), new Int32Array(0)];
  let [product, entries] = [-1, 0];
  const advanceTo = (next: number) => {
    for (; product < next; starts[product] = entries) {
      if (product >= 0 && leadStarts[product] === -1) leadStarts[product] = entries;
      product += 1;
    }
  };
  await read(
    {
      numbers: ['product_id', kindOf, dayOf, 'stock_quantity', lastUpdate],
      ...(territoryOf !== null && { texts: [territoryOf] }),
      from: stock,
      where,
      order: 'product_id, is_max_lead_time, stock_date',
      productIds: ids,
    },
    (id: number, kind: number, day: number, quantity: number, update: number, territory?: string) => {
      let next = Math.max(product, 0);
      while ((ids[next] ?? id) < id) next += 1;
      advanceTo(next);
      if (ids[product] !== id)
        throw new Error(`Product ${id} has stock rows, but isn't known, or they are out of order.`);
      if (kind === rowKinds.unreadable) isReadable[product] = 0;
      if (territory) {
        const place = territoryNames.get(territory) ?? territoryNames.size + 1;
        territoryNames.set(territory, place);
        territories[product] = place;
      }
      if (kind > rowKinds.maxLeadTime) return;
      if (kind === rowKinds.maxLeadTime && leadStarts[product] === -1) leadStarts[product] = entries;
      if (entries === days.length) {
        const length = Math.max(8 * count, 2 * entries, 64);
        [days, quantities, updates] = [grown(days, length), grown(quantities, length), grown(updates, length)];
      }
      days[entries] = day;
      quantities[entries] = quantity;
      updates[entries] = update;
      entries += 1;
    },
  );
  advanceTo(count);
  const sorted = [...territoryNames.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const ranks = new Map(sorted.map((name, rank) => [territoryNames.get(name), rank + 1]));
  for (let at = 0; at < count; at += 1) territories[at] = ranks.get(territories[at]) ?? 0;
  const catalogued = ids.map((id) => placeOf(catalogue.ids, id));
  lastSerial += 1;
  return {
    serial: lastSerial,
    catalogue,
    ids,
    catalogued,
    isReadable,
    territories,
    starts,
    leadStarts,
    days,
    quantities,
    updates,
  };
}

/** Place of an ID in an ascending list, -1 if it isn't there. */
export function placeOf(ids: Int32Array, id: ProductId): number {
  let [from, to] = [0, ids.length - 1];
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = ids[middle] ?? 0;
    if (found === id) return middle;
    if (found < id) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

const narrowed = new WeakMap<ProductColumns, ProductColumns>();

/** Removes from the catalog what the market or the index doesn't know. */
export function withoutOthers(columns: ProductColumns): ProductColumns {
  const known = narrowed.get(columns) ?? narrow(columns);
  narrowed.set(columns, known);
  return known;
}

function narrow(columns: ProductColumns): ProductColumns {
  const { serial, catalogue, catalogued } = columns;
  const places = catalogued.filter((place) => place >= 0);
  const textOf = (place: number) =>
    catalogue.text.subarray(catalogue.textEnds[place - 1] ?? 0, catalogue.textEnds[place]);
  const texts = Array.from(places, textOf);
  let end = 0;
  let place = -1;
  return {
    ...columns,
    serial: -serial,
    catalogue: {
      ids: places.map((at) => catalogue.ids[at] ?? 0),
      units: places.map((at) => catalogue.units[at] ?? 0),
      unitNames: catalogue.unitNames,
      nameRanks: places.map((at) => catalogue.nameRanks[at] ?? 0),
      text: Buffer.concat(texts),
      textEnds: Int32Array.from(texts, ({ length }) => (end += length)),
    },
    catalogued: catalogued.map((at) => (at < 0 ? -1 : (place += 1))),
  };
}
