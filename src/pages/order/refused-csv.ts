import type { I18n } from '@lingui/core';

import type { RefusedLine } from '#domain/order-list/order-list.ts';

import { refusalWords } from './refusal-words.ts';

/** The refused lines with line number, text and reason (RFC 4180), for a spreadsheet that runs no formula in them. */
export function refusedCsv(refused: readonly RefusedLine[], headers: readonly string[], i18n: I18n): string {
  const rows = refused.map((line) => [String(line.line), line.text, refusalWords(line, i18n)]);
  return `\ufeff${[headers, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
