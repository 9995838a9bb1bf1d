import { expect, it } from 'vitest';

import { CallLimit } from './call-limit.ts';

const { signal } = new AbortController();

/** Calls that end when told to, with the order in which they began. */
function callsOf(limit: CallLimit) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (name: string, by: AbortSignal = signal) =>
      limit.run(() => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }, by),
    end: async (name: string, ended: Promise<string>) => {
      ends.get(name)?.();
      await ended;
    },
  };
}

it('lets the first begin at once, and the others as places come free, in their order', async () => {
  const { begun, start, end } = callsOf(new CallLimit(2));
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => start(name)) as [
    Promise<string>,
    Promise<string>,
    Promise<string>,
    Promise<string>,
  ];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  await end('b', b);
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a', a);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('c', c);
  await end('d', d);
});

it('frees the place of a call that failed, with its failure', async () => {
  const limit = new CallLimit(1);
  await expect(limit.run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(await limit.run(() => Promise.resolve(7), signal)).toBe(7);
});

it('lets whoever gives up leave the queue, without a call', async () => {
  const limit = new CallLimit(1);
  const { begun, start, end } = callsOf(limit);
  const a = start('a');
  const control = new AbortController();
  const b = start('b', control.signal);
  const c = start('c');
  control.abort(new Error('left'));
  await expect(b).rejects.toThrow('left');
  await end('a', a);
  await end('c', c);
  expect(begun).toEqual(['a', 'c']);
  await expect(start('d', control.signal)).rejects.toThrow('left');
  expect(begun).toEqual(['a', 'c']);
});
