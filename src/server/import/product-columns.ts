import type { Product } from '#contract/gateway.ts';

import type { ColumnPlaces, CsvColumns } from './csv-header.ts';
import { readLines, readProductId, readText } from './field-readers.ts';

export const productColumns = {
  required: ['productId', 'name'],
  optional: ['sku', 'unit'],
} as const satisfies CsvColumns<string>;
type ProductColumn = (typeof productColumns)['required' | 'optional'][number];

/** Reads the fields of a row of a products file. Throws RowRefused for one that can't be taken. */
export function readProduct(places: ColumnPlaces<ProductColumn>, fields: readonly string[]): Product {
  const text = (column: ProductColumn, longest: number, read = readText) => {
    const place = places[column];
    return place === undefined ? null : read(column, (fields[place] ?? '').trim(), longest) || null;
  };
  return {
    productId: readProductId((fields[places.productId ?? -1] ?? '').trim()),
    name: text('name', 500, readLines),
    sku: text('sku', 100),
    unit: text('unit', 20),
  };
}
