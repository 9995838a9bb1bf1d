import { useMemo } from 'react';

import { useRemembered } from '#features/remembered.ts';
import { csvStyleOf, plainCsv, type CsvStyle } from '#domain/export/csv.ts';

/** How the person wants their CSV files. */
export interface CsvSettings {
  /** Separators as a spreadsheet of the person's locale expects them, or `,` and `.` as programs do. */
  style: 'locale' | 'plain';
  /** Whether every row says when, from where, with which filter and of how many. */
  withSource: boolean;
}

const usual: CsvSettings = { style: 'locale', withSource: false };

/** The person's choice, remembered in this browser. */
export function useCsvSettings() {
  const { text, change } = useRemembered('csv-settings');
  const settings = useMemo(() => readSettings(text), [text]);
  return { settings, change: (next: CsvSettings) => change(() => JSON.stringify(next)) };
}

export function csvStyleFor({ style }: CsvSettings, locale: string): CsvStyle {
  return style === 'plain' ? plainCsv : csvStyleOf(locale);
}

function readSettings(text: string | null): CsvSettings {
  try {
    const { style, withSource } = JSON.parse(text ?? '{}') as Partial<CsvSettings>;
    return { style: style === 'plain' ? 'plain' : 'locale', withSource: withSource === true };
  } catch {
    return usual;
  }
}
