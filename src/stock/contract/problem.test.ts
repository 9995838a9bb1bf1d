import { expect, test } from 'vitest';

import { refusalSentence } from './refusal-sentence.ts';
import { problemCode, problemType } from './problem-codes.ts';

test("a problem is identified by its type; other services' types have no code", () => {
  expect(problemCode(problemType('unknown-product'))).toBe('unknown-product');
  expect(problemCode(problemType('upstream-resting'))).toBe('upstream-resting');
  expect(problemCode('about:blank')).toBeUndefined();
  expect(problemCode('unknown-product')).toBeUndefined();
});

test.each<[string, string, string | null]>([
  ['problem details', '{"title":"Not found","detail":"Product 7 is unknown."}', 'Product 7 is unknown.'],
  ['a gateway', '{"statusCode":401,"message":"Access denied."}', 'Access denied.'],
  ['a nested error', '{"error":{"code":"x","message":"Quota exceeded."},"title":"Error"}', 'Quota exceeded.'],
  ['an error by name', '{"error":"invalid_token"}', 'invalid_token'],
  ['a title alone', '{"title":"Not found"}', 'Not found'],
  ['an error without words', '{"error":{}}', null],
  ['JSON of another shape', '{"message":7}', null],
  ['JSON that is no object', '[]', null],
  ['plain text', ' Access\r\n\tdenied \u0007 ', 'Access denied'],
  ['words with a sign', 'less than 3 < 4', 'less than 3 < 4'],
  ['a page', '<!doctype html><h1>No</h1>', null],
  ['a page in capitals', '<HTML>No', null],
  ['bytes', 'PK\u0000\u0003', null],
  ['bytes that are no text', 'a\ufffdb', null],
  ['nothing', '', null],
])('the sentence of an error in the form %s', (_, body, sentence) => {
  expect(refusalSentence(body)).toBe(sentence);
});

test('a sentence is truncated after 300 characters', () => {
  expect(refusalSentence('x'.repeat(300))).toBe('x'.repeat(300));
  expect(refusalSentence('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
});
