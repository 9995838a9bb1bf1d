import type { I18n } from '@lingui/core';

import { byteOrderMark, csvHeader, csvRecord, plainCsv } from '#domain/export/csv.ts';
import type { RefusedLine } from '#domain/order-list/order-list.ts';

import { refusalWords } from './refusal-words.ts';

/** The refused lines with line number, text and reason. */
export function refusedCsv(refused: readonly RefusedLine[], headers: readonly string[], i18n: I18n): string {
  const columns = headers.map((header, at) => ({ header, kind: at === 0 ? ('count' as const) : ('text' as const) }));
  const records = refused.map((line) =>
    csvRecord(columns, { cells: [line.line, line.text, refusalWords(line, i18n)] }, plainCsv),
  );
  return `${byteOrderMark}${[csvHeader(columns, plainCsv), ...records].join('\r\n')}\r\n`;
}
