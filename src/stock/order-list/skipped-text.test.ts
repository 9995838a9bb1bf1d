import { expect, it } from 'vitest';

import { isTotal } from './skipped-text.ts';

it.each([
  'Übertrag',
  'Carried forward 500',
  '2 items',
  '(12 Positionen',
  'Summe',
  '*Total*: 500 m',
  'Total = 1.234,50 €',
  'Total: €1,234.50',
  'Total - 500 m',
  'Sous-total HT',
  'Zwischensumme Baumwolle',
  'CP-1001-SK Total',
])('labels a total: %s', (text) => expect(isTotal(text)).toBe(true));

it.each([
  'Report blue',
  '2 items of cloth',
  'Total Blackout 300',
  'Total 12x5',
  'Total A500',
  'TOTAL-5',
  'Subtle blue',
  `Total ${'500 '.repeat(20)}`,
])('labels no total: %s', (text) => expect(isTotal(text)).toBe(false));
