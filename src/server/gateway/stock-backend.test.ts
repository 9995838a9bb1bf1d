import { expect, it } from 'vitest';

import { serviceHeaders, textHeaders } from './stock-backend.ts';

const asking = { credentials: { token: 'the-token', subscriptionKey: 'the-key' }, requestId: 'request-1' };
const all = {
  Authorization: 'Bearer the-token',
  'Ocp-Apim-Subscription-Key': 'the-key',
  'Api-version': 'v1',
  'X-Request-Id': 'request-1',
};

it('sends the required headers, and Content-Type if there is a body', () => {
  expect(serviceHeaders({ ...asking, body: undefined })).toEqual(all);
  expect(serviceHeaders({ ...asking, body: Buffer.from('{}') })).toEqual({
    ...all,
    'Content-Type': 'application/json',
  });
});

it('converts each header to one string', () => {
  expect(textHeaders({ allow: ['GET', 'POST'], age: 5, date: undefined })).toEqual({ allow: 'GET,POST', age: '5' });
});
