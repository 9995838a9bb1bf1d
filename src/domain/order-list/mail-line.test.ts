import { describe, expect, it } from 'vitest';
import { readMailPhrase } from './mail-line.ts';

describe('readMailPhrase', () => {
  it.each([
    ['250 m of 12345', '12345', '250 m'],
    ["250 m d'AB-1", 'AB-1', '250 m'],
    ['12345 x 250', '12345', '250'],
    ['12345x250', '12345', '250'],
    ['250× AB-123', 'AB-123', '250'],
    ['AB-123 ×250', 'AB-123', '250'],
    ['12345: 250', '12345', '250'],
    ['- 250 x AB-123', 'AB-123', '250'],
    ['AB-123 => 1.234,5 m', 'AB-123', '1.234,5 m'],
    ['AB-123, 250 pcs', 'AB-123', '250 pcs'],
    ['AB-123 ..... 250', 'AB-123', '250'],
    ['AB-123 - Satin blue - 250 m', 'AB-123', '250 m'],
    ['AB-123 (Satin blue): 250', 'AB-123', '250'],
    ['AB 123 x 5', 'AB 123', '5'],
    ['Qty: 5, SKU: AB-1', 'AB-1', '5'],
    ['5 x Towel 50 x 70', 'Towel 50 x 70', '5'],
    ['wir brauchen bitte 250 Stück AB-123', 'AB-123', '250 Stück'],
  ])('%s', (line, product, quantity) => {
    expect(readMailPhrase(line)).toMatchObject({ product, quantity });
  });

  it.each([
    ['12345: 250 by 17 March 2026', '17 March 2026'],
    ['250 m von 12345 bis 17.03.2026', '17.03.2026'],
    ['12345 x 5, needed by 2026-03-17', '2026-03-17'],
    ['12345 x 5 (livraison le 17 mars 2026)', '17 mars 2026'],
    ['12345 x 5 by 17 March', '17 March'],
  ])('finds the date in %s', (line, date) => {
    expect(readMailPhrase(line)).toMatchObject({ product: '12345', date });
  });

  it.each([
    ['12345 x 250', 'product-first'],
    ['250 x 12345', 'open'],
    ['12345 250', 'open'],
    ['12345 - 250', 'open'],
    ['250: 12345', 'product-first'],
    ['12 345: 5', 'product-first'],
    ['12345 x 1.000', 'product-first'],
    ['1.000 x 12345', 'open'],
    ['12.345 x 5', 'product-first'],
    ['12345 250,5', 'product-first'],
    ['250 AB-123', 'quantity-first'],
    ['5 x 4006381333931', 'quantity-first'],
  ])('determines the order of %s: %s', (line, order) => {
    expect(readMailPhrase(line)).toMatchObject({ order });
  });

  it.each([
    'Hi Anna,',
    'Tel. +32 2 123 45 67',
    'Phone: 555-1234',
    '123 Main Street',
    '9000 Gent',
    'Brussels, 17 March 2026',
    'On 12.03.2026 10:30, Anna wrote:',
    '10:30',
    'Towel 50 x 70',
    '2 pieces were damaged',
    '250 m of 12345 and 100 m of 12346',
    'AB-1 5 pcs, AB-2 6 pcs',
    '12345 2 x 50 m',
    '12345 250 m 140 cm',
    'Menge: 250 m',
    'AB-1 @ 5',
    'AB-1, 5, 7',
    'AB-1 qty some',
    'qty: lots, SKU: AB-1',
    'blue AB-14 2 x 30 m',
  ])('does not read %s as an order', (line) => {
    expect(readMailPhrase(line)).toBeNull();
  });
});
