import { describe, expect, it } from 'vitest';

import { CredentialSeal, type SealedContent } from './credential-seal.ts';

const content: SealedContent = { by: 'credentials', credentials: { token: 'tökén', subscriptionKey: 'key' } };
const seal = new CredentialSeal('a secret of some length, 32 bytes');

describe('CredentialSeal', () => {
  it('opens what it sealed', () => {
    expect(seal.open(seal.seal(content, 'digest'), 'digest')).toEqual(content);
  });

  it('shows nothing of it, and never the same twice', () => {
    const sealed = Buffer.from(seal.seal(content, 'digest'));
    expect(sealed.toString('latin1')).not.toMatch(/token|key/);
    expect(sealed.equals(seal.seal(content, 'digest'))).toBe(false);
  });

  it('does not open for another session or with another secret', () => {
    const sealed = seal.seal(content, 'digest');
    expect(seal.open(sealed, 'other')).toBeNull();
    expect(new CredentialSeal('another secret of some length...').open(sealed, 'digest')).toBeNull();
  });

  it('does not open once a byte is changed, or cut short', () => {
    const sealed = seal.seal(content, 'digest');
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.map((byte, at) => (at === index ? byte ^ 1 : byte));
      expect(seal.open(changed, 'digest')).toBeNull();
      expect(seal.open(sealed.subarray(0, index), 'digest')).toBeNull();
    }
  });
});
