import type { FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';

import { Cookie, cookieName } from './session-cookies.ts';

const secret = 'a secret of some length, 32 bytes';
const at = (address: string) => cookieName({ publicUrl: new URL(address) }, secret);

it('has the __Host- prefix if the dashboard uses https', () => {
  expect(at('https://stock.example.com')).toMatch(/^__Host-stock-horizon-[\da-f]{8}$/);
  expect(at('http://stock.example.com')).toMatch(/^stock-horizon-[\da-f]{8}$/);
  expect(cookieName({ publicUrl: null }, secret)).toBe(at('http://stock.example.com'));
});

it('has different names for servers with different secrets', () => {
  expect(cookieName({ publicUrl: null }, 'another secret')).not.toBe(cookieName({ publicUrl: null }, secret));
});

it.each([
  ['https://stock.example.com', true],
  ['http://stock.example.com', false],
])('from %s is sent over TLS only: %s', (address, secure) => {
  const setCookie = vi.fn();
  const cookie = new Cookie({ publicUrl: new URL(address) }, secret, '-x', 'lax');
  cookie.write({ setCookie } as unknown as FastifyReply, 'value', 5);
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: 5 };
  expect(setCookie).toHaveBeenCalledWith(`${at(address)}-x`, 'value', options);
});
