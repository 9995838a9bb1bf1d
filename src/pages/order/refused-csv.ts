import type { I18n } from '@lingui/core';

import type { RefusedLine } from '#domain/order-list/order-list.ts';

import { csvText } from './csv-text.ts';
import { refusalWords } from './refusal-words.ts';

/** The refused lines with line number, text and reason. */
export function refusedCsv(refused: readonly RefusedLine[], headers: readonly string[], i18n: I18n): string {
  return csvText([headers, ...refused.map((line) => [String(line.line), line.text, refusalWords(line, i18n)])]);
}
