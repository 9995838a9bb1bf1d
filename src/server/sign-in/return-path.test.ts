import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';

import { returnPath } from './company-routes.ts';

it.each([
  ['/', '/'],
  ['/order', '/order'],
  ['/?product=20001&quantity=40', '/?product=20001&quantity=40'],
  ['/products/20001?quantity=1#table', '/products/20001?quantity=1'],
  ['/a/../order', '/order'],
])('%s is returned', (text, path) => expect(returnPath(text)).toBe(path));

it.each([
  '',
  'order',
  'https://evil.test/',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/%2e//evil.test',
  'javascript:alert(1)',
  '/gateway/oidc/start',
  '/GATEWAY/session',
  '/x/../api/stock/1',
  `/?${'x'.repeat(2000)}`,
])('%j is replaced by the start page', (text) => expect(returnPath(text)).toBe('/'));

it('never leads to another site', () => {
  const piece = constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    'evil.test',
    '\t',
    '\n',
    'x',
  );
  assert(
    property(array(piece, { maxLength: 12 }), (pieces) => {
      const path = returnPath(pieces.join(''));
      expect(new URL(`https://own.test${path}`).origin).toBe('https://own.test');
      expect(new URL(path, 'https://own.test').origin).toBe('https://own.test');
    }),
    { numRuns: 5000 },
  );
});
