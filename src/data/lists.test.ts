import { describe, expect, it, vi } from 'vitest';

import type { StoredList } from '#stock/contract/orders.ts';
import { problemType } from '#stock/contract/problem-codes.ts';

import { changeList, freeName, maxListNameLength, tidyName } from './lists.ts';

it('normalizes a name', () => {
  expect(tidyName('  Linen \n 2027 ')).toBe('Linen 2027');
  expect(tidyName(`${'x'.repeat(maxListNameLength - 1)} y`)).toBe('x'.repeat(maxListNameLength - 1));
  expect(tidyName(' \t')).toBe('');
});

describe('freeName', () => {
  it.each([
    ['Linen', [], 'Linen'],
    ['Linen', ['linen'], 'Linen (2)'],
    ['Linen', ['Linen', 'Linen (2)'], 'Linen (3)'],
  ])('names %j beside %j', (name, taken, expected) => {
    expect(freeName(name, taken)).toBe(expected);
  });

  it('respects the maximum length', () => {
    const long = 'x'.repeat(maxListNameLength);
    expect(freeName(long, [long])).toBe(`${'x'.repeat(maxListNameLength - 4)} (2)`);
  });
});

/** A server with one list that other devices change after each of the next `changes` readings. */
function serveList(changes: number) {
  let list: StoredList = { id: 'a', changedAt: 1, content: { name: 'Linen', productIds: [1] } };
  let left = changes;
  const fetch = vi.fn(async (_path: string, { method, headers, body }: RequestInit) => {
    const { id, changedAt, content } = list;
    if (method === 'GET') {
      const isChanged = (left -= 1) >= 0;
      if (isChanged) list = { id, changedAt: changedAt + 1, content: { ...content, productIds: [7, 8] } };
      return Response.json({ id, changedAt, content });
    }
    if ((headers as Record<string, string>)['if-match'] !== `"${changedAt}"`) {
      const problem = { type: problemType('version-conflict'), title: '', status: 412, detail: '', instance: '' };
      return Response.json(problem, { status: 412 });
    }
    list = { id, changedAt: changedAt + 1, content: JSON.parse(body as string) as StoredList['content'] };
    return Response.json({ id, changedAt: list.changedAt, name: list.content.name, productCount: 2 });
  });
  vi.stubGlobal('fetch', fetch);
  return () => list.content;
}

const toWool = (content: StoredList['content']) => ({ ...content, name: 'Wool' });

describe('changeList', () => {
  it('keeps what another device changes meanwhile', async () => {
    const content = serveList(2);
    await changeList('a', toWool);
    expect(content()).toEqual({ name: 'Wool', productIds: [7, 8] });
  });

  it('gives up on a list that changes all the time', async () => {
    const content = serveList(3);
    await expect(changeList('a', toWool)).rejects.toMatchObject({ status: 412 });
    expect(content().name).toBe('Linen');
  });
});
