import { parseArgs } from 'node:util';

import { dateFormOf } from './date-cell.ts';
import type { DecimalMark } from './quantity-cell.ts';

/** Options of the import command. */
export interface ImportOptions {
  stockFile: string | null;
  productsFile: string | null;
  /** Whether to delete existing data of the same kind. */
  replace: boolean;
  /** Whether to import even if more than 1% of the rows are rejected. */
  keepGoing: boolean;
  /** Form of the stock file's dates, such as `dd.mm.yyyy`; null for year, month, day. */
  dates: string | null;
  /** Declared decimal mark of the stock file; null if a point is a decimal point and an unclear comma is an error. */
  decimal: DecimalMark | null;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `npm run import -- --stock FILE.csv [--products FILE.csv] [--replace] [--keep-going]
                  [--dates dd.mm.yyyy] [--decimal ,]

  --stock FILE.csv     rows of stock: productId,company,salesOrganization,territoryId,stockDate,stockQuantity,
                       isMaxLeadTime,isDeleted,lastUpdateDate (productId, stockDate and stockQuantity are required)
  --products FILE.csv  product catalog: productId,name,sku,unit; --stock can be omitted
  --replace            replaces all existing data; otherwise rows are added or updated by key
  --keep-going         imports even if more than 1 % of a file's rows are rejected
  --dates FORM         also reads dates of this form: dd.mm.yyyy, mm/dd/yyyy, dd-mm-yy, ddmmyyyy and the like
  --decimal MARK       decimal mark of quantities, , or . (or comma, point); the other one then separates thousands`;

/** Parses the command line arguments; null if help was requested. Throws UsageError. */
export function readImportOptions(args: readonly string[]): ImportOptions | null {
  const { stock: stocks = [], products: catalogs = [], replace, help, 'keep-going': keepGoing, ...forms } = parse(args);
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
    dates: readDates(forms.dates),
    decimal: readDecimal(forms.decimal),
  };
}

function readDates(text: string | undefined): string | null {
  if (text === undefined) return null;
  const form = dateFormOf(text);
  if (form === null) throw new UsageError('--dates needs a form such as dd.mm.yyyy, mm/dd/yyyy or ddmmyyyy.');
  return form.name;
}

const decimalMarks: Readonly<Record<string, DecimalMark>> = { ',': ',', comma: ',', '.': '.', point: '.' };

function readDecimal(text: string | undefined): DecimalMark | null {
  if (text === undefined) return null;
  const mark = decimalMarks[text.trim().toLowerCase()];
  if (mark === undefined) throw new UsageError('--decimal needs , or . (or comma or point).');
  return mark;
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
        dates: { type: 'string' },
        decimal: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
}
