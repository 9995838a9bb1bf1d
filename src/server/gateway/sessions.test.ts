import { describe, expect, it } from 'vitest';

import { Seal } from './sessions.ts';

const secret = 'a secret of some length, 32 bytes';
const content = { token: 'tökén', subscriptionKey: 'key' };
const seal = new Seal<typeof content>(secret, 'tests');

describe('Seal', () => {
  it('opens what it sealed', () => {
    expect(seal.open(seal.seal(content, 'here'), 'here')).toEqual(content);
  });

  it('shows nothing of it, and never the same twice', () => {
    const sealed = Buffer.from(seal.seal(content, 'here'));
    expect(sealed.toString('latin1')).not.toMatch(/token|key/);
    expect(sealed.equals(seal.seal(content, 'here'))).toBe(false);
  });

  it('does not open elsewhere, for another purpose or with another secret', () => {
    const sealed = seal.seal(content, 'here');
    expect(seal.open(sealed, 'there')).toBeNull();
    expect(new Seal(secret, 'something else').open(sealed, 'here')).toBeNull();
    expect(new Seal('another secret of some length...', 'tests').open(sealed, 'here')).toBeNull();
  });

  it('does not open once a byte is changed, or cut short', () => {
    const sealed = seal.seal(content, 'here');
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.map((byte, at) => (at === index ? byte ^ 1 : byte));
      expect(seal.open(changed, 'here')).toBeNull();
      expect(seal.open(sealed.subarray(0, index), 'here')).toBeNull();
    }
  });
});
