import { expect, it } from 'vitest';

import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';

it.each([
  ['127.0.0.1', true],
  ['127.255.3.4', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['localhost', false],
  ['', false],
])('isLoopbackAddress(%s) is %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['127.1', false],
  ['0x7f000001', false],
  ['evil.example', false],
])('isLoopbackHost(%s) is %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
