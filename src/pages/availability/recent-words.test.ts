import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import type { Wording } from '#features/answer/wording.ts';

import { changeWords, rememberedWords } from './recent-words.ts';

const wording: Wording = {
  i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
  locale: 'en-GB',
  today: '2026-03-10',
  unit: 'm',
};

describe('rememberedWords', () => {
  it.each([
    [null, 'not available in this quantity'],
    [{ stockDate: '2026-02-11', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-01', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-05', isMaxLeadTime: false }, 'expected 5 March 2026'],
    [{ stockDate: '2026-06-12', isMaxLeadTime: true }, 'max lead time, 12 June 2026'],
  ] as const)('%j', (answer, words) => {
    expect(rememberedWords(wording, { answer, askedOn: '2026-03-01' })).toBe(words);
  });
});

describe('changeWords', () => {
  it.each([
    [{ kind: 'same' }, 'unchanged'],
    [{ kind: 'moved', days: 5 }, 'moved 5 days later'],
    [{ kind: 'moved', days: -1 }, 'moved 1 day earlier'],
    [{ kind: 'now-in-stock' }, 'now in stock'],
    [{ kind: 'no-longer-in-stock', date: '2026-03-25' }, 'no longer in stock: 25 March 2026'],
    [{ kind: 'now-max-lead-time', date: '2026-06-12' }, 'now only at max lead time, 12 June 2026'],
    [{ kind: 'now-expected', date: '2026-03-25' }, 'now from real stock, 25 March 2026'],
    [{ kind: 'now-available', date: '2026-03-25' }, 'now available, 25 March 2026'],
    [{ kind: 'not-available' }, 'no longer available'],
  ] as const)('%j', (change, words) => {
    expect(changeWords(wording, change)).toBe(words);
  });
});
