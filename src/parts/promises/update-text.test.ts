import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';

import { customerWords } from '#parts/export/customer-copy.tsx';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';
import { messages as en } from '#shell/locales/en.po';

import { updateLetter } from './update-text.ts';

const day = '2026-11-26';
const promised = { kind: 'expected', date: '2026-12-10', day } as const;
const promise = (changes: Partial<KeptPromise>) =>
  keptPromise({ checkedAt: Date.parse('2026-11-26T12:00:00Z'), ...changes });
const words = customerWords(setupI18n({ locale: 'en', messages: { en } }), 'en-US');

test('a letter greets, tells each change in a sentence, and says once what the dates mean', () => {
  const { text, html } = updateLetter(
    [
      promise({ reference: '4711', now: { ...promised, date: '2026-12-16' } }),
      promise({ product: 'Silk <red>', now: { kind: 'max-lead-time', date: '2027-02-01', day } }),
    ],
    words,
  );
  expect(text).toMatch(
    new RegExp(
      '^Hello,\n\nOrder 4711, Blue poplin, 60.m: now .*December 16.* instead of .*December 10.*\\.\n' +
        'Silk <red>, 60.m: now .*February 1.*, subject to the maximum lead time, instead of .*\\.\n\n' +
        'Ship dates, not delivery dates\\.\nChecked on .*\\.$',
    ),
  );
  expect(html).toMatch(/<p>Silk &lt;red&gt;, 60.m: now/);
});

test('a letter without a date has none to explain', () => {
  const { text } = updateLetter([promise({ now: { kind: 'not-available', day } })], words);
  expect(text).toMatch(/^Hello,\n\nBlue poplin, 60.m: we can no longer confirm .*December 10.*\.\n\nChecked on .*\.$/);
});

test('promises of one order name it once, with the part that can ship before', () => {
  const now = { ...promised, date: '2026-12-16' } as const;
  const { text } = updateLetter(
    [promise({ reference: '4711', now }), promise({ reference: '4711', product: 'Silk', now })],
    words,
    ({ product }) => (product === 'Silk' ? { quantity: 40_000, date: '2026-12-09' } : null),
  );
  expect(text).toMatch(
    new RegExp(
      '^Hello,\n\nYour order: 4711\nBlue poplin, 60.m: now .*December 16.* instead of .*December 10.*\\.\n' +
        'Silk, 60.m: now .* instead of [^.]*\\. On request, 40.m of it can ship on Wednesday, December 9, 2026\\.\n\nShip dates, not',
    ),
  );
});
