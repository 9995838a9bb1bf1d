import { expect, it } from 'vitest';

import { isAllowed, verifiedEmailIn } from './company-sign-in.ts';

const allowed = { domains: ['example.com'], groups: ['Sales'] };

it.each([
  [{ email: 'ann@example.com', email_verified: true }, true],
  [{ email: 'Ann@EXAMPLE.com', email_verified: true }, true],
  [{ groups: ['Others', 'Sales'] }, true],
  [{ email: 'ann@example.com' }, false],
  [{ email: 'ann@example.com', email_verified: 'true' }, false],
  [{ email: 'ann@example.com', email_verified: 1 }, false],
  [{ email: 'ann@example.com', email_verified: false }, false],
  [{ email: 'ann@sub.example.com', email_verified: true }, false],
  [{ email: 'ann@notexample.com', email_verified: true }, false],
  [{ email: 'ann@example.com@evil.test', email_verified: true }, false],
  [{ email: 'ann@evil.test@example.com', email_verified: true }, false],
  [{ email: 'example.com', email_verified: true }, false],
  [{ email: 'ann@example.com.', email_verified: true }, false],
  [{ email: ['ann@example.com'], email_verified: true }, false],
  [{ groups: 'Sales' }, false],
  [{ groups: ['sales'] }, false],
  [{ groups: [['Sales']] }, false],
  [{}, false],
])('%j: %s', (claims, is) => expect(isAllowed(claims, allowed)).toBe(is));

it('allows no user by an empty list', () => {
  expect(isAllowed({ email: '', email_verified: true, groups: [''] }, { domains: [], groups: [] })).toBe(false);
});

it.each([
  [{ email: 'ann@example.com', email_verified: true }, 'ann@example.com'],
  [{ email: 'ann@example.com', email_verified: 'true' }, null],
  [{ email: 'ann@example.com' }, null],
  [{ email: 'Ann <ann@example.com>', email_verified: true }, null],
  [{ email: 'ann@example.com,bea@example.com', email_verified: true }, null],
  [{ email: ['ann@example.com'], email_verified: true }, null],
  [{}, null],
])('the verified address of %j is %s', (claims, address) => expect(verifiedEmailIn(claims)).toBe(address));
