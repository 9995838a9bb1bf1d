// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';

import { pageToStartWith, setStartPage, startPage } from './start-page.ts';

afterEach(() => localStorage.clear());

const bare = { pathname: '/', search: '', hash: '' };

test('is Availability unless a known page is stored', () => {
  expect(startPage()).toBe('/');
  expect(pageToStartWith(bare, 'navigate')).toBeNull();
  setStartPage('/overview');
  expect(startPage()).toBe('/overview');
  localStorage.setItem('stock-horizon.start-page', '/elsewhere');
  expect(startPage()).toBe('/');
});

test('replaces only an entered address without page and parameters', () => {
  setStartPage('/calendars');
  expect(pageToStartWith(bare, 'navigate')).toBe('/calendars');
  expect(pageToStartWith({ ...bare, search: '?product=10001' }, 'navigate')).toBeNull();
  expect(pageToStartWith({ ...bare, pathname: '/order' }, 'navigate')).toBeNull();
  expect(pageToStartWith({ ...bare, hash: '#order' }, 'navigate')).toBeNull();
  expect(pageToStartWith(bare, 'reload')).toBeNull();
  expect(pageToStartWith(bare, 'back_forward')).toBeNull();
  expect(pageToStartWith(bare, undefined)).toBeNull();
});
