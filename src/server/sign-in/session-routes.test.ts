import { describe, expect, it, test } from 'vitest';

import { createAttemptLimiter, peerOf } from './session-routes.ts';

const direct = (peer: string) => ({ peer, client: null });

describe('sign-in attempts', () => {
  it("of one client don't lock out others behind a proxy that isn't named, up to a hundred in all", () => {
    const attempts = createAttemptLimiter(() => 0);
    const by = (client: string) => () => attempts.begin({ peer: 'proxy', client });
    for (let count = 0; count < 10; count += 1) by('a')();
    expect(by('a')).toThrow('Too many failed sign-ins');
    expect(by('b')).not.toThrow();
    for (let count = 11; count < 100; count += 1) by(`forged ${count}`)();
    expect(by('one more')).toThrow('Too many failed sign-ins');
    expect(() => attempts.begin(direct('proxy'))).not.toThrow();
  });

  it('may fail ten times a minute per peer', () => {
    let time = 0;
    const attempts = createAttemptLimiter(() => time);
    for (let count = 0; count < 10; count += 1) attempts.begin(direct('a'));
    time = 30_500;
    expect(() => attempts.begin(direct('a'))).toThrow('Try again in 30 seconds');
    expect(() => attempts.begin(direct('b'))).not.toThrow();
    time = 60_000;
    expect(() => attempts.begin(direct('a'))).not.toThrow();
  });

  it('can be discounted for an evicted peer', () => {
    expect(() => createAttemptLimiter(() => 0).forgive(direct('a'))).not.toThrow();
  });

  it("don't count if they succeed", () => {
    const attempts = createAttemptLimiter(() => 0);
    for (let count = 0; count < 50; count += 1) {
      expect(() => attempts.begin(direct('a'))).not.toThrow();
      attempts.forgive(direct('a'));
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
