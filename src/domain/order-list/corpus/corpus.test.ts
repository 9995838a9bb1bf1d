import { describe, expect, it } from 'vitest';
import type { OrderListLine } from '#domain/order-list/order-list.ts';
import { readOrderList } from '#domain/order-list/read-order-list.ts';
import type { CorpusCase, ExpectedLine } from './corpus-case.ts';
import { dates } from './dates.ts';
import { encodings } from './encodings.ts';
import { exports } from './exports.ts';
import { files } from './files.ts';
import { habits } from './habits.ts';
import { headers } from './headers.ts';
import { letterheads } from './letterheads.ts';
import { letters } from './letters.ts';
import { lookalikes } from './lookalikes.ts';
import { mails } from './mails.ts';
import { numbers } from './numbers.ts';
import { pages } from './pages.ts';
import { shops } from './shops.ts';
import { spreadsheets } from './spreadsheets.ts';

const groups: Record<string, readonly CorpusCase[]> = {
  spreadsheets,
  files,
  headers,
  letterheads,
  pages,
  numbers,
  dates,
  mails,
  shops,
  letters,
  exports,
  habits,
  lookalikes,
  encodings,
};

describe('the corpus of awkward lists', () => {
  const cases = Object.values(groups).flat();

  it('holds at least sixty habits, each once', () => {
    const habits = cases.map(({ habit }) => habit);
    expect(habits.length).toBeGreaterThanOrEqual(60);
    expect(new Set(habits).size).toBe(habits.length);
  });

  for (const [group, members] of Object.entries(groups)) {
    describe(group, () => {
      it.each(members.map((member) => [member.habit, member] as const))('%s', (_, member) => {
        const { text, locale = 'en', source = 'paste', lines, refused = [], skipped = [], asks = [] } = member;
        const read = readOrderList(text, { locale, source });
        expect({
          lines: read.lines.map(shorten),
          refused: read.refused.map(({ line, code }) => [line, code]),
          skipped: read.skipped.map(({ line, code }) => [line, code]),
          asks: read.questions.map(({ about, readings }) => [about, readings.map((one) => one.lines.map(shorten))]),
        }).toEqual({
          lines: lines.map(complete),
          refused,
          skipped,
          asks: asks.map(([about, ...readings]) => [about, readings.map((one) => one.map(complete))]),
        });
      });
    });
  }
});

function shorten({ line, product, quantity, neededBy, unit }: OrderListLine): ExpectedLine {
  return [line, product, quantity, neededBy ?? '', unit ?? ''];
}

function complete([line, product, quantity, neededBy = '', unit = '']: ExpectedLine): Required<ExpectedLine> {
  return [line, product, quantity, neededBy, unit];
}
