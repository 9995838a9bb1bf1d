import { describe, expect, it, test } from 'vitest';

import { createAttemptLimiter, peerOf } from './session-routes.ts';

const fail = () => Promise.reject(new Error('wrong'));
const succeed = () => Promise.resolve('in');

describe('attempts', () => {
  it('may fail ten times a minute, and count for one peer alone', async () => {
    let time = 0;
    const attempt = createAttemptLimiter(() => new Date(time));
    for (let count = 0; count < 10; count += 1) await expect(attempt('a', fail)).rejects.toThrow('wrong');
    time = 30_500;
    await expect(attempt('a', succeed)).rejects.toThrow('try again in 30 seconds');
    expect(await attempt('b', succeed)).toBe('in');
    time = 60_000;
    expect(await attempt('a', succeed)).toBe('in');
  });

  it('that succeed do not count', async () => {
    const attempt = createAttemptLimiter(() => new Date(0));
    for (let count = 0; count < 50; count += 1) expect(await attempt('a', succeed)).toBe('in');
  });

  it('at once are no way around', async () => {
    const attempt = createAttemptLimiter(() => new Date(0));
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => attempt('a', fail)));
    expect(
      all.filter(({ status, ...rest }) => status === 'rejected' && /wrong/.test(String(Object.values(rest)[0]))),
    ).toHaveLength(10);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.2', '192.0.2.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::2:3', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s stands for %s', (address, peer) => expect(peerOf(address)).toBe(peer));
