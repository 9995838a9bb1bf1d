import { expect, it } from 'vitest';

import { productCalendarsExample } from './open-api-examples.ts';
import { ReceivedCalendarsEnvelope } from './received-calendars.ts';

const [example] = productCalendarsExample.results;

it('keeps the entries that can be read and counts the others', () => {
  const [entry] = example?.item.stock ?? [];
  const stock = [entry, { ...entry, stockDate: 'soon' }, null, { ...entry, beyond: 1 }];
  const received = ReceivedCalendarsEnvelope.parse({
    ...productCalendarsExample,
    results: [{ item: { ...example?.item, stock } }],
  });
  expect(received.results[0]?.item).toMatchObject({ productId: 12345, stock: [entry, entry], unreadable: 2 });
});

it('has nothing to say against a calendar that keeps to the contract', () => {
  const [received] = ReceivedCalendarsEnvelope.parse(productCalendarsExample).results;
  expect(received?.item).toEqual({ ...example?.item, unreadable: 0 });
});

it('wants the calendar itself', () => {
  const results = [{ item: { ...example?.item, stock: undefined } }];
  expect(ReceivedCalendarsEnvelope.safeParse({ ...productCalendarsExample, results }).success).toBe(false);
});
