import { expect, it } from 'vitest';

import { formats, readFormat, readOwnUnit } from './locale.tsx';

it.each([
  [null, null],
  ['', null],
  ['  ', null],
  [' pcs ', 'pcs'],
  ['running\u0000 metres\n', 'running metr'],
  ['📦📦📦📦📦📦📦📦📦📦📦📦📦', '📦📦📦📦📦📦📦📦📦📦📦📦'],
])('reads the unit %j as %j', (text, unit) => {
  expect(readOwnUnit(text)).toBe(unit);
});

it.each([
  ['de-CH', 'de-CH'],
  ['xx-XX', null],
  ['', null],
  [null, null],
])('reads the format %j as %j', (text, format) => {
  expect(readFormat(text)).toBe(format);
});

it('offers only formats that Intl supports', () => {
  expect(Intl.NumberFormat.supportedLocalesOf([...formats])).toEqual(formats);
});
