import { setupI18n } from '@lingui/core';
import { expect, it, vi } from 'vitest';
import type { ExportExtent } from '#stock/export/export-table.ts';
import { aboutLines, sourceColumns, momentWords } from './about-lines.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const source = {
  isDemo: false,
  retrieved: '2026-11-21T14:00:00Z',
  service: 'http://x/api',
  market: 'BRU',
  filter: 'min, 250',
};

function columnsOf(extent: ExportExtent) {
  return Object.fromEntries(sourceColumns(i18n, source, extent));
}

it('contains the retrieval time, source and filter', () => {
  expect(columnsOf({ rows: 2, expected: 2, missing: [] })).toEqual({
    Retrieved: expect.stringMatching(/^2026-11-2/) as string,
    Source: 'http://x/api (BRU)',
    Filter: 'min, 250',
    Rows: '2 of 2',
  });
});

it.each([
  ['UTC', '2026-11-21T14:00:00Z'],
  ['Asia/Kolkata', '2026-11-21T19:30:00+05:30'],
  ['America/New_York', '2026-11-21T09:00:00-05:00'],
])('uses the local time of %s, with its UTC offset', (zone, retrieved) => {
  vi.stubEnv('TZ', zone);
  expect(columnsOf({ rows: 2, expected: 2, missing: [] })['Retrieved']).toBe(retrieved);
  vi.unstubAllEnvs();
});

it.each([
  [{ rows: 4750, expected: 5000, missing: ['page 3', 'page 4'] }, '4750 of 5000; missing: page 3; page 4'],
  [{ rows: 2, expected: 3, missing: [] }, '2 of 3'],
])('contains the row count and the total, and lists what is missing: %j', (extent, rows) => {
  expect(columnsOf(extent)['Rows']).toBe(rows);
});

it.each([
  ['en-GB', '21 Nov 2026, 09:05 GMT-5'],
  ['en-US', 'Nov 21, 2026, 9:05 AM EST'],
  ['de-DE', '21. Nov. 2026, 09:05 GMT-5'],
])('formats a time for %s in New York, with its time zone', (locale, words) => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(momentWords('2026-11-21T14:05:00Z', locale)).toBe(words);
  vi.unstubAllEnvs();
});

it('returns an empty text if the time is unknown', () => {
  expect(momentWords('', 'en-GB')).toBe('');
});

it.each([
  [['Ship date'], ['Ship date', 'Max lead time']],
  [
    ['Ship date', 'Stock date'],
    ['Ship date', 'Stock date', 'Max lead time'],
  ],
])('of columns %j, explains %j', (headers, explained) => {
  const columns = headers.map((header) => ({ header, kind: 'date' as const }));
  const lines = aboutLines(i18n, 'en', source, { rows: 2, expected: 2, missing: [] }, columns);
  expect(lines.slice(5).map(([label]) => label)).toEqual(explained);
});
