import { expect, it } from 'vitest';

import { redactText, withoutKey } from './redact-secrets.ts';

const secret = 'key-0123456789';
const escaped = secret.replaceAll(/./g, (letter) => String.raw`\u00${letter.charCodeAt(0).toString(16)}`);

it.each([
  ['verbatim', `{"by":"${secret}"}`, '{"by":"[hidden]"}'],
  ['in text', `By ${secret}, twice: ${secret}`, 'By [hidden], twice: [hidden]'],
  ['as escape sequences', `{"by":["${escaped}"]}`, '{"by":["[hidden]"]}'],
  ['behind a byte order mark', `\ufeff{"by":"${escaped}"}`, '{"by":"[hidden]"}'],
  ['in a name', `{"${escaped}":1}`, '{"[hidden]":1}'],
])('hides a secret that is repeated %s', (_, text, hidden) => {
  expect(redactText(text, [secret])).toBe(hidden);
});

it.each([String.raw`{ "by": "a\/b" }`, String.raw`C:\temp`, '{"by":"someone"}', ''])('leaves %j unchanged', (text) => {
  expect(redactText(text, [secret])).toBe(text);
});

it('hides everything that is nested too deeply to search', () => {
  const text = `${'['.repeat(100_000)}"${escaped}"${']'.repeat(100_000)}`;
  expect(redactText(text, [secret])).toBe('');
});

const key = 'Ab3_-'.repeat(9).slice(0, 43);

it.each([
  [`/live/${key}.csv`, '/live/[hidden]'],
  [`/LIVE/${key}.csv`, '/LIVE/[hidden]'],
  [`//live/${key}.csv`, '//live/[hidden]'],
  [`/c/${key}`, '/c/[hidden]'],
  [`/c/${key.slice(0, 20)}`, '/c/[hidden]'],
  [`/%6Cive/${key.replaceAll('A', '%41')}.csv`, '/live/[hidden]'],
  [`/${key.replaceAll('b', '%62')}`, '/[hidden]'],
  ['/gateway/orders/0b5ca6bd-68e9-4bd4-8a8f-5d5d0c8f7d1c', '/gateway/orders/0b5ca6bd-68e9-4bd4-8a8f-5d5d0c8f7d1c'],
  ['/search/100%', '/search/100%'],
  ['/live', '/live'],
])('the path %s is logged as %s', (path, logged) => expect(withoutKey(path)).toBe(logged));
