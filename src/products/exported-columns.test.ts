import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import { calendarColumns } from './columns.tsx';
import { productColumns } from './exported-columns.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const statusOf = () => '';

it.each(calendarColumns(true).map(({ id = '' }) => id))('exports the column %s under its name', (id) => {
  const headers = productColumns([{ id, name: 'its name' }], statusOf, 40_000, i18n).map(({ header }) => header);
  // The sparkline draws values that are exported apart, and gaps only sort.
  expect(headers.includes('its name')).toBe(id !== 'course' && id !== 'gap');
});

it('exports no day on which a product of another unit falls short of the quantity', () => {
  const [column] = productColumns([{ id: 'fallsShort', name: '' }], statusOf, 40_000, i18n);
  const row = { summary: { fallsShortOn: '2026-12-01' } };
  const days = [null, { kind: 'other-unit' }].map((result) => column?.cell({ ...row, result } as never));
  expect(days).toEqual(['2026-12-01', null]);
});

it('exports no ship date before the day of the row', () => {
  const [column] = productColumns([{ id: 'first', name: '' }], statusOf, null, i18n);
  const row = { today: '2026-11-26', summary: { first: { kind: 'in-stock', date: '2026-11-20' } } };
  expect(column?.cell(row as never)).toBe('2026-11-26');
});
