import { expect, it } from 'vitest';

import { redactText } from './redact-secrets.ts';

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
