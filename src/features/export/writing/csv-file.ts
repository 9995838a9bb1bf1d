import { byteOrderMark, csvHeader, csvRecord, csvText, type CsvStyle } from '#domain/export/csv.ts';
import { isComplete, type ExportRow } from '#domain/export/export-table.ts';

import { openSink } from './file-sink.ts';
import { lengthenRecords } from './lengthen-records.ts';
import type { TableFile, TableFileOptions } from './table-file.ts';
import { TextSink } from './text-sink.ts';

export interface CsvFileOptions extends TableFileOptions {
  style: CsvStyle;
  /** Whether every record ends with when, from where, which filter and how many rows; an incomplete file says so anyway. */
  withSource: boolean;
}

const recordEnd = '\r\n';

/** A CSV file (RFC 4180, UTF-8 with a byte order mark). */
export async function openCsvFile({ columns, style, withSource }: CsvFileOptions): Promise<TableFile> {
  const sink = await openSink();
  const records = new TextSink(sink);
  records.write(`${byteOrderMark}${csvHeader(columns, style)}${recordEnd}`);
  return {
    add: (rows: readonly ExportRow[]) => {
      for (const row of rows) records.write(`${csvRecord(columns, row, style)}${recordEnd}`);
    },
    finish: async ({ extent, columns: trailing }) => {
      records.flush();
      const file = await sink.close();
      if (!withSource && isComplete(extent)) return file;
      // Only now is it known what every record ends with.
      const longer = await lengthenRecords(file, {
        header: furtherFields(
          trailing.map(([header]) => header),
          style,
        ),
        record: furtherFields(
          trailing.map(([, value]) => value),
          style,
        ),
      });
      await sink.discard();
      return longer;
    },
    discard: () => sink.discard(),
  };
}

function furtherFields(texts: readonly string[], { separator }: CsvStyle): string {
  return texts.map((text) => `${separator}${csvText(text, separator)}`).join('');
}
