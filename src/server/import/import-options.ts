import { parseArgs } from 'node:util';

/** Options of the import command. */
export interface ImportOptions {
  stockFile: string | null;
  productsFile: string | null;
  /** Whether to delete existing data of the same kind. */
  replace: boolean;
  /** Whether to import even if more than 1% of the rows are rejected. */
  keepGoing: boolean;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `npm run import -- --stock FILE.csv [--products FILE.csv] [--replace] [--keep-going]

  --stock FILE.csv     rows of stock: productId,company,salesOrganization,territoryId,stockDate,stockQuantity,
                       isMaxLeadTime,isDeleted,lastUpdateDate (productId, stockDate and stockQuantity are required)
  --products FILE.csv  product catalog: productId,name,sku,unit; --stock can be omitted
  --replace            replaces all existing data; otherwise rows are added or updated by key
  --keep-going         imports even if more than 1 % of a file's rows are rejected`;

/** Parses the command line arguments; null if help was requested. Throws UsageError. */
export function readImportOptions(args: readonly string[]): ImportOptions | null {
  const { stock: stocks = [], products: catalogs = [], replace, help, 'keep-going': keepGoing } = parse(args);
  if (help === true) return null;
  if (stocks.length > 1 || catalogs.length > 1)
    throw new UsageError('--stock and --products each take one file. Import several files one after the other.');
  const [stock] = stocks;
  const [products] = catalogs;
  if (stock === undefined && products === undefined)
    throw new UsageError('Name a file: --stock FILE.csv, --products FILE.csv or both.');
  if (stock === '' || products === '') throw new UsageError('--stock and --products each need a file name.');
  if (stock === products) throw new UsageError('--stock and --products need different files.');
  return {
    stockFile: stock ?? null,
    productsFile: products ?? null,
    replace: replace === true,
    keepGoing: keepGoing === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        stock: { type: 'string', multiple: true },
        products: { type: 'string', multiple: true },
        replace: { type: 'boolean' },
        'keep-going': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
}
