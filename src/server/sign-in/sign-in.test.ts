import { expect, it } from 'vitest';

import { endingOf } from './sign-in.ts';

const company = { by: 'company', sessionEnd: 1000, whose: 'shared' } as const;
const person = { by: 'credentials', sessionEnd: 1000, whose: 'own' } as const;
const local = { by: 'local', sessionEnd: 1000, whose: 'shared' } as const;

it.each([
  ['a token of their own', { ...person, tokenEnd: 900 }, { what: 'own-token', at: 900 }],
  ['a token that ends with the session', { ...person, tokenEnd: 1000 }, { what: 'own-token', at: 1000 }],
  ['a token that outlasts the session', { ...person, tokenEnd: 1001 }, { what: 'sign-in', at: 1000 }],
  ['a token that does not say', { ...person, tokenEnd: null }, { what: 'sign-in', at: 1000 }],
  ['the shared token, for the company', { ...company, tokenEnd: 900 }, { what: 'shared-token', at: 900 }],
  ['the company session', { ...company, tokenEnd: 1100 }, { what: 'sign-in', at: 1000 }],
  [
    'a token of their own, in a company session',
    { ...company, whose: 'own' as const, tokenEnd: 900 },
    { what: 'own-token', at: 900 },
  ],
  ['the shared token, for the local user', { ...local, tokenEnd: 1100 }, { what: 'shared-token', at: 1100 }],
  ['nothing, for the local user of the embedded service', { ...local, tokenEnd: null }, null],
])('expires first: %s', (_, ends, ending) => {
  expect(endingOf(ends)).toEqual(ending);
});
