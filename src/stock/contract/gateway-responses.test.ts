import { expect, test } from 'vitest';
import type * as z from 'zod/mini';

import { ResolveRequest, SignIn } from './gateway-responses.ts';
import { requestErrors } from './requests.ts';

test.each<[string, z.ZodMiniType, unknown, string[]]>([
  ['a sign-in', SignIn, { token: 't'.repeat(16_384), subscriptionKey: 'k'.repeat(1024) }, []],
  [
    'a sign-in of too much',
    SignIn,
    { token: 't'.repeat(16_385), subscriptionKey: '' },
    ['token must be a text of 1 to 16,384 characters.', 'subscriptionKey must be a text of 1 to 1,024 characters.'],
  ],
  ['no sign-in', SignIn, 'token', ['body must be a JSON object with token and subscriptionKey.']],
  ['a thousand keys', ResolveRequest, { keys: Array.from({ length: 1000 }, String) }, []],
  [
    'a key more',
    ResolveRequest,
    { keys: Array.from({ length: 1001 }, String) },
    ['keys must be a list of up to 1,000 texts, each a product id or SKU.'],
  ],
  ['a key that is no text', ResolveRequest, { keys: [7] }, ['keys[0] must be a text, a product id or SKU.']],
  ['no keys', ResolveRequest, [], ['body must be a JSON object with the list keys.']],
])('the errors of %s are reported', (_, schema, body, sentences) => {
  const { error } = schema.safeParse(body);
  expect(requestErrors(error?.issues ?? [], 'body').map(({ message }) => message)).toEqual(sentences);
});
