import { describe, expect, it } from 'vitest';

import { readApiCheckOptions, UsageError } from './api-check-options.ts';

const words = ['--base-url', 'https://stock.example.com/api/', '--token', 'a.b.c', '--key', 'k-1'];

describe('readApiCheckOptions', () => {
  it('parses the arguments', () => {
    expect(readApiCheckOptions([...words, '--products', '3, 1,3', '--json'], {})).toEqual({
      baseUrl: 'https://stock.example.com/api',
      token: 'a.b.c',
      subscriptionKey: 'k-1',
      productIds: [3, 1],
      asJson: true,
    });
  });

  it('falls back to the environment', () => {
    const env = {
      STOCK_UPSTREAM_URL: 'http://127.0.0.1:8080/api',
      STOCK_UPSTREAM_TOKEN: 'Bearer a.b.c',
      STOCK_UPSTREAM_SUBSCRIPTION_KEY: ' k-1 ',
    };
    expect(readApiCheckOptions([], env)).toMatchObject({
      baseUrl: 'http://127.0.0.1:8080/api',
      token: 'a.b.c',
      subscriptionKey: 'k-1',
      productIds: [],
      asJson: false,
    });
    expect(readApiCheckOptions(words, env)).toMatchObject({ baseUrl: 'https://stock.example.com/api' });
  });

  it.each([['--help'], ['-h']])('shows help for %s', (word) => {
    expect(readApiCheckOptions([word], {})).toBeNull();
  });

  it.each<[string[], RegExp]>([
    [[], /base-url/],
    [words.slice(2), /base-url/],
    [words.slice(0, 4), /--key/],
    [words.toSpliced(2, 2), /--token/],
    [words.with(1, 'stock.example.com'), /http or https/],
    [words.with(1, 'ftp://stock.example.com'), /http or https/],
    [words.with(1, 'https://me:pw@stock.example.com'), /without user/],
    [words.with(1, 'https://stock.example.com/?key=1'), /query/],
    [words.with(3, 'a\nb'), /ASCII/],
    [[...words, '--products', '1,x'], /product ids/],
    [[...words, '--products', '0'], /product ids/],
    [[...words, '--products', Array.from({ length: 21 }, (_, index) => index + 1).join(',')], /1 to 20/],
    [[...words, '--verbose'], /option/],
  ])('rejects %j', (given, sentence) => {
    expect(() => readApiCheckOptions(given, {})).toThrow(sentence);
    expect(() => readApiCheckOptions(given, {})).toThrow(UsageError);
  });

  it.each([[[...words, 'secret-word']], [[...words, '--secret-word']], [[...words, '--key=a', 'secret-word']]])(
    "doesn't repeat credentials in the error for %j",
    (given) => {
      expect(() => readApiCheckOptions(given, {})).toThrow(/^(?!.*secret-word)/s);
    },
  );
});
