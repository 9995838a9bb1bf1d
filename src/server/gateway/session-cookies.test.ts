import { expect, it } from 'vitest';

import { cookieName } from './session-cookies.ts';

const secret = 'a secret of some length, 32 bytes';
const at = (address: string) => cookieName({ publicUrl: new URL(address) }, secret);

it('is bound to its host by its name where the dashboard is at https', () => {
  expect(at('https://stock.example.com')).toMatch(/^__Host-stock-horizon-[\da-f]{8}$/);
  expect(at('http://stock.example.com')).toMatch(/^stock-horizon-[\da-f]{8}$/);
  expect(cookieName({ publicUrl: null }, secret)).toBe(at('http://stock.example.com'));
});

it('tells servers with other secrets apart', () => {
  expect(cookieName({ publicUrl: null }, 'another secret')).not.toBe(cookieName({ publicUrl: null }, secret));
});
