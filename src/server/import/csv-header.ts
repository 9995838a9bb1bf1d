import { CsvRecordReader } from './csv-records.ts';
import { ImportError } from './import-error.ts';

/** Where each column lies in a record; a column that the file doesn't have is left out. */
export type ColumnPlaces<Column extends string> = Readonly<Partial<Record<Column, number>>>;

export interface CsvHeader<Column extends string> {
  separator: string;
  places: ColumnPlaces<Column>;
  fieldCount: number;
}

/** Which columns a kind of file has. Their names count in any letter case. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional: readonly Column[];
}

/** Tab first: no one names a column with one in it. */
const separators = ['\t', ';', ','];

/**
 * Reads the header line: its separator is the one by which the most columns are recognised.
 * Throws ImportError where a required column is missing or a column comes twice.
 */
export function readHeader<Column extends string>(
  path: string,
  firstText: string,
  columns: CsvColumns<Column>,
): CsvHeader<Column> {
  const wanted = [...columns.required, ...columns.optional];
  const readings = separators.map((separator) => {
    const names = namesOf(path, firstText, separator);
    return { separator, names, recognised: wanted.filter((column) => names.includes(column.toLowerCase())) };
  });
  const [best] = readings.toSorted((a, b) => b.recognised.length - a.recognised.length);
  const { separator, names, recognised } = best as (typeof readings)[number];
  const repeated = recognised.find(
    (column) => names.indexOf(column.toLowerCase()) !== names.lastIndexOf(column.toLowerCase()),
  );
  if (repeated !== undefined)
    throw new ImportError(`${path} has the column ${repeated} more than once. Keep the one that counts.`);
  const missing = columns.required.filter((column) => !recognised.includes(column));
  if (missing.length > 0)
    throw new ImportError(
      `${path} has no column ${missing.join(', ')}. Its first line must name the columns, for example: ${wanted.join(',')}`,
    );
  const places = Object.fromEntries(recognised.map((column) => [column, names.indexOf(column.toLowerCase())]));
  return { separator, places: places as ColumnPlaces<Column>, fieldCount: names.length };
}

function namesOf(path: string, text: string, separator: string): string[] {
  const first = new CsvRecordReader(path, separator).read(text).next();
  return first.done === true ? [] : first.value.fields.map((name) => name.trim().toLowerCase());
}
