import { describe, expect, it, test } from 'vitest';

import { createAttemptLimiter, peerOf } from './session-routes.ts';

describe('sign-in attempts', () => {
  it('may fail ten times a minute per peer', () => {
    let time = 0;
    const attempts = createAttemptLimiter(() => time);
    for (let count = 0; count < 10; count += 1) attempts.begin('a');
    time = 30_500;
    expect(() => attempts.begin('a')).toThrow('Try again in 30 seconds');
    expect(() => attempts.begin('b')).not.toThrow();
    time = 60_000;
    expect(() => attempts.begin('a')).not.toThrow();
  });

  it('can be discounted for an evicted peer', () => {
    expect(() => createAttemptLimiter(() => 0).forgive('a')).not.toThrow();
  });

  it("don't count if they succeed", () => {
    const attempts = createAttemptLimiter(() => 0);
    for (let count = 0; count < 50; count += 1) {
      expect(() => attempts.begin('a')).not.toThrow();
      attempts.forgive('a');
    }
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.2', '192.0.2.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::2:3', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to peer %s', (address, peer) => expect(peerOf(address)).toBe(peer));
