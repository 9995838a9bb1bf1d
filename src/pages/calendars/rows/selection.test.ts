// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

const many = Array.from({ length: 20_000 }, (_, index) => index + 1);

/** The tab as it is after a reload. */
async function reloaded() {
  vi.resetModules();
  return import('./selection.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it('keeps a long selection whole through a reload, each owner their own', async () => {
  const tab = await reloaded();
  tab.keepSelection('ann', many);
  expect(tab.keptSelection('ann')).toBe(many);
  expect((await reloaded()).keptSelection('ann')).toEqual(many);
  expect((await reloaded()).keptSelection('bob')).toBeNull();
});

it('gives the same array until it changes, and tells of that', async () => {
  const tab = await reloaded();
  sessionStorage.setItem('ann', '3,1,2');
  expect(tab.keptSelection('ann')).toBe(tab.keptSelection('ann'));
  const listener = vi.fn();
  const stop = tab.onSelectionChange(listener);
  tab.keepSelection('ann', many);
  stop();
  tab.keepSelection('ann', [1]);
  expect(listener).toHaveBeenCalledOnce();
  expect(tab.keptSelection('ann')).toEqual([1]);
});

it('lasts until the next reload where the browser refuses', async () => {
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {} });
  const tab = await reloaded();
  tab.keepSelection('ann', many);
  expect(tab.keptSelection('ann')).toBe(many);
  expect((await reloaded()).keptSelection('ann')).toBeNull();
});

function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}
