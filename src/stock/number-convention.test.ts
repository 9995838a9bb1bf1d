import { expect, test } from 'vitest';

import { numberConventions } from './number-convention.ts';

const latin = { digits: Array.from('0123456789'), decimal: '.', group: ',', groupSize: 3 };

test.each([
  ['en-US', [latin]],
  ['en-IN', [{ ...latin, groupSize: 2 }]],
  ['de-DE', [{ ...latin, decimal: ',', group: '.' }]],
  ['fr-FR', [{ ...latin, decimal: ',', group: '\u202f' }]],
  ['ar-EG', [{ ...latin, digits: Array.from('٠١٢٣٤٥٦٧٨٩'), decimal: '٫', group: '٬' }, latin]],
  [
    'mr-IN',
    [
      { ...latin, digits: Array.from('०१२३४५६७८९'), groupSize: 2 },
      { ...latin, groupSize: 2 },
    ],
  ],
  ['not a locale', [latin]],
])('numbers in %s', (locale, conventions) => {
  expect(numberConventions(locale)).toEqual(conventions);
});
