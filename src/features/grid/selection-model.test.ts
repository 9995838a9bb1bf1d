import { expect, it, vi } from 'vitest';

import { SelectionModel } from './selection-model.ts';

it('tells each row what lies in it, by the same object while that stays', () => {
  const selection = new SelectionModel();
  selection.set({ row: 1, column: 2 }, { row: 3, column: 0 });
  expect(selection.markOf(0)).toBeNull();
  expect(selection.markOf(1)).toMatchObject({ from: 0, to: 2, active: 2, isTop: true, isBottom: false, isWide: true });
  const middle = selection.markOf(2);
  expect(middle).toMatchObject({ active: -1, isTop: false, isBottom: false });
  selection.set({ row: 1, column: 2 }, { row: 4, column: 0 });
  expect(selection.markOf(2)).toBe(middle);
  expect(selection.markOf(3)).toMatchObject({ isBottom: false });
});

it('tells where a fill would write', () => {
  const selection = new SelectionModel();
  selection.setFill({ top: 1, bottom: 2, left: 0, right: 1 });
  expect(selection.markOf(2)).toMatchObject({ from: -1, fillFrom: 0, fillTo: 1 });
  selection.setFill(null);
  expect(selection.markOf(2)).toBeNull();
});

it('says nothing where nothing moves', () => {
  const selection = new SelectionModel();
  const heard = vi.fn();
  selection.subscribe(heard);
  selection.set({ row: 0, column: 0 });
  expect(heard).not.toHaveBeenCalled();
  selection.set({ row: 0, column: 1 });
  expect(heard).toHaveBeenCalledTimes(1);
});
