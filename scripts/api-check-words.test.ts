import { setupI18n } from '@lingui/core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { defects, withDefect } from '#server/api-check/broken-service.fake.ts';
import { exampleService } from '#server/api-check/example-service.fake.ts';
import { httpProbe, ProbeFailure, type SendProbe } from '#server/api-check/probe.ts';
import { runApiCheck } from '#server/api-check/run-api-check.ts';
import type { RunningService } from '#server/service/running-service.fixture.ts';
import { runSampleService } from '#server/service/stock.sample.ts';
import type { ApiCheck } from '#stock/contract/api-check.ts';
import { checkWords } from '#settings/api-check-words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const known = '«known»';
/** Without a catalog, each text of the interface reads so. */
const i18n = setupI18n({ locale: 'xx', messages: { xx: {} }, missing: () => known });
const english = setupI18n({ locale: 'en', messages: { en: {} } });

let service: RunningService;
let send: SendProbe;
beforeAll(async () => {
  service = await runSampleService();
  const token = service.headers['Authorization']?.replace('Bearer ', '') ?? '';
  send = httpProbe(service.baseUrl, { token, subscriptionKey: 'first-key' });
});
afterAll(() => service.close());

const check = (of: SendProbe, productIds: number[] = []) =>
  runApiCheck({ send: of, productIds, secrets: [], now, wait: async () => undefined });

/** English words of sentences, which values of responses don't have. */
const englishWord = /\b(?:the|of|is|are|with|no|at|one|for|an?|to|not|and|answers?|products)\b/i;

function textsOf({ requirements, stopped }: ApiCheck): string[] {
  const texts = requirements.flatMap(({ findings, observed }) => [
    ...findings.flatMap(({ expected, got }) => [expected, got]),
    ...(observed === null ? [] : [observed]),
  ]);
  return [...texts, ...(stopped === null ? [] : [stopped.sentence])];
}

/** What has no words of the interface, or other English ones than the server's, which the command and copied reports show. */
function untranslated(check: ApiCheck): string[] {
  return [
    ...check.requirements
      .filter(
        (each) => checkWords(each.sentence, i18n) !== known || checkWords(each.sentence, english) !== each.sentence,
      )
      .map(({ id }) => id),
    ...textsOf(check).filter((text) => {
      // Behind a status, the service's own message may follow.
      const words = checkWords(text, i18n).replace(/^\d{3}: .*/u, '');
      return (!words.includes(known) && englishWord.test(words)) || checkWords(text, english) !== text;
    }),
  ];
}

it('every requirement and finding of the check has words of the interface', async () => {
  const broken = Object.values(defects).map((defect) => withDefect(send, defect));
  const found = new Set<string>();
  for (const of of [send, exampleService, ...broken]) for (const text of untranslated(await check(of))) found.add(text);
  expect([...found]).toEqual([]);
});

const answering =
  (status: number, headers: Record<string, string> = {}): SendProbe =>
  async () => ({ status, headers, body: '{}' });

it.each<[string, SendProbe, number[]]>([
  ['refuses the credentials', answering(401), []],
  ['has no calendars', answering(404), []],
  ['has no products', answering(200), []],
  ['has none of the products', answering(200), [404]],
  ['is busy', answering(429, { 'retry-after': '60' }), []],
  ['is unreachable', () => Promise.reject(new ProbeFailure('No response from the stock service (unreachable).')), []],
])('a check that stops because the service %s says so in words of the interface', async (_, of, productIds) => {
  const { stopped } = await check(of, productIds);
  expect(checkWords(stopped?.sentence ?? '', i18n)).toBe(known);
});

it('puts the values of a finding into its words, and leaves values alone', () => {
  const same = [
    'at least 40',
    'one item for each of 12345, 777',
    '"2026-11-21"',
    'And 3 more of the kind.',
    '401 with WWW-Authenticate, application/json; 403 with WWW-Authenticate, text/plain.',
  ];
  expect(same.map((text) => checkWords(text, english))).toEqual(same);
});
