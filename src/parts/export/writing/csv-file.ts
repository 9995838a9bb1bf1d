import { byteOrderMark, csvHeader, csvRecord, csvText, type CsvStyle } from '#stock/export/csv.ts';
import { isComplete, type TableFile, type TableFileOptions } from '#stock/export/export-table.ts';

export interface CsvFileOptions extends TableFileOptions {
  style: CsvStyle;
  /** Whether records end with retrieval time, source, filter and row count; those of incomplete files always do. */
  withSource: boolean;
}

const recordEnd = '\r\n';
const chunkLength = 262_144;

/** A CSV file (RFC 4180, UTF-8 with a byte order mark). */
export function openCsvFile({ columns, style, withSource }: CsvFileOptions): TableFile {
  /** Each contains whole records; the browser can store blobs on disk. */
  const chunks: Blob[] = [];
  let text = csvHeader(columns, style) + recordEnd;

  function flush(): void {
    chunks.push(new Blob([text]));
    text = '';
  }

  return {
    add: async (rows) => {
      for (const row of rows) {
        text += csvRecord(columns, row, style) + recordEnd;
        if (text.length >= chunkLength) flush();
      }
    },
    finish: async ({ extent, columns: trailing }) => {
      flush();
      if (!withSource && isComplete(extent)) return new Blob([byteOrderMark, ...chunks]);
      // The trailing fields contain the row count, which is only known now.
      const endOf = (part: 0 | 1) => trailing.map((each) => style.separator + csvText(each[part])).join('');
      const record = endOf(1);
      let end = endOf(0);
      const longer: Blob[] = [];
      for (const chunk of chunks) {
        const records = (await chunk.text()).replaceAll(/"[^"]*"|\r\n/g, (found) => {
          if (found !== recordEnd) return found;
          const ended = end + found;
          end = record;
          return ended;
        });
        longer.push(new Blob([records]));
      }
      return new Blob([byteOrderMark, ...longer]);
    },
  };
}
