// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

import { forgetAll, onTextChange, readText, rememberedPrefix, writeText } from './remembered-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('deletes stock data, but no preferences', () => {
  writeText(`${rememberedPrefix}recent`, '[1]');
  writeText('stock-horizon.language', 'de');
  forgetAll();
  expect([readText(`${rememberedPrefix}recent`), readText('stock-horizon.language')]).toEqual([null, 'de']);
});

it('notifies of changes until unsubscribed', () => {
  const listener = vi.fn();
  const stop = onTextChange(listener);
  writeText('a', '1');
  forgetAll();
  stop();
  writeText('a', '2');
  expect(listener).toHaveBeenCalledTimes(2);
});

it('does nothing if storage is unavailable', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(() => writeText('a', '1')).not.toThrow();
  expect(readText('a')).toBeNull();
});

function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}
