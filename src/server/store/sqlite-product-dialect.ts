import type { StatementDialect } from './product-statements.ts';

/** Fragments for a bound list of product IDs. */
export const sqliteLists: Pick<StatementDialect, 'listed' | 'bindList'> = {
  listed: (placeholder) => `(SELECT key AS place, value AS product_id FROM json_each(${placeholder}))`,
  bindList: (productIds) => JSON.stringify(productIds),
};

/** SQLite's fragments, for any tables. */
export const sqliteExpressions = {
  ...sqliteLists,
  position: (text: string, sought: string) => `instr(${text}, ${sought})`,
  placeholder: (position: number) => `?${position}`,
  collected: (order: string) => `json_group_array(product_id ORDER BY ${order})`,
};
