import type { RefusalCode } from './refusal-code.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { DateProblem } from './list-date.ts';
import type { OrderListLine, QuestionAbout, SkippedLine } from './order-list.ts';
import { readOrderList } from './read-order-list.ts';
import { joinNotes } from './table-rows.ts';

/** Line, product, quantity, needed by (empty if none), unit, note. */
type ExpectedLine = readonly [
  line: number,
  product: string,
  quantity: number,
  shipBy?: string,
  unit?: string,
  note?: string,
];

/** A realistic list and its expected result. */
interface CorpusCase {
  habit: string;
  /** One text, or its physical lines. */
  text: string | readonly string[];
  /** Default `en`. */
  locale?: string;
  /** Default `paste`. */
  source?: 'paste' | 'file';
  lines: readonly ExpectedLine[];
  /** Value and product are compared only if given. */
  refused?: readonly (readonly [line: number, code: RefusalCode, value?: string, product?: string])[];
  skipped?: readonly (readonly [line: number, code: SkippedLine['code']])[];
  /** Lines kept without their written date, and the reason. */
  dateProblems?: readonly (readonly [line: number, code: DateProblem, value: string])[];
  /** Lines of the readings for products that the catalog lacks; not compared if omitted. */
  elsewhere?: readonly (readonly ExpectedLine[])[];
  /** Headings of columns that no line uses; not compared if omitted. */
  unused?: readonly string[];
  /** Lines of every reading, by question. */
  asks?: readonly (readonly [about: QuestionAbout, ...readings: (readonly ExpectedLine[])[]])[];
}

/** Reference day of all cases; a Sunday. */
const today = '2026-11-22';

const folder = new URL('fixtures/', import.meta.url);
const groups = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    group: file.replace('.json', ''),
    cases: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly CorpusCase[],
  }));

describe('corpus of irregular lists', () => {
  it('contains at least 300 cases with unique titles', () => {
    const habits = groups.flatMap(({ cases }) => cases.map(({ habit }) => habit));
    expect(habits.length).toBeGreaterThanOrEqual(300);
    expect(new Set(habits).size).toBe(habits.length);
  });

  describe.each(groups)('$group', ({ cases }) => {
    it.each(cases.map((one) => [one.habit, one] as const))('%s', (_, one) => {
      const { text, locale = 'en', source = 'paste', lines, refused = [], skipped = [], asks = [] } = one;
      const { dateProblems = [], elsewhere, unused } = one;
      const read = readOrderList(typeof text === 'string' ? text : text.join('\n'), { locale, source, today });
      expect({
        lines: read.lines.map(shorten),
        refused: read.refused.map(({ line, code, value = '', product = '' }, at) =>
          [line, code, value, product].slice(0, refused[at]?.length ?? 2),
        ),
        skipped: read.skipped.map(({ line, code }) => [line, code]),
        dateProblems: read.lines.flatMap(({ line, dateProblem }) =>
          dateProblem === undefined ? [] : [[line, dateProblem.code, dateProblem.value]],
        ),
        ...(elsewhere && { elsewhere: read.elsewhere.map((each) => each.lines.map(shorten)) }),
        ...(unused && { unused: read.unused }),
        asks: read.questions.map(({ about, readings }) => [about, readings.map((each) => each.lines.map(shorten))]),
      }).toEqual({
        lines: lines.map(complete),
        refused,
        skipped,
        dateProblems,
        ...(elsewhere && { elsewhere: elsewhere.map((each) => each.map(complete)) }),
        ...(unused && { unused }),
        asks: asks.map(([about, ...readings]) => [about, readings.map((each) => each.map(complete))]),
      });
    });
  });
});

function shorten({ line, product, quantity, shipBy, unit, note = '', words = [] }: OrderListLine): ExpectedLine {
  return [line, product, quantity, shipBy ?? '', unit ?? '', joinNotes([note, ...words])];
}

function complete(expected: ExpectedLine): Required<ExpectedLine> {
  const [line, product, quantity, shipBy = '', unit = '', note = ''] = expected;
  return [line, product, quantity, shipBy, unit, note];
}
