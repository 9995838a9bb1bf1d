import { describe, expect, it } from 'vitest';

import { readList, recordsOfText } from './read-list.ts';

const statuses = ['In stock', 'Expected', 'Max lead time', 'Not available'];

const answered = [
  '20001\tHarbour canvas\t250.5\tm\t\t2026-12-03\tExpected\t12\t',
  '20002\tMoorland tweed\t5\tm\t2026-12-01\t2027-01-05\tMax lead time\t45, 35 late\tfor the stage',
  'MT-0003\tCafé crêpe\t31\tm\t\t\tNot available\t\t',
  '20006\tLinen\t7\tm\t\t2026-11-21\tIn stock\t0\t',
];

describe('rows that were copied from the grid', () => {
  it.each([
    ['all', answered, '\r\n'],
    ['one', answered.slice(0, 1), '\n'],
    ['some', answered.slice(2), '\n'],
  ])('come back as they were: %s', (_, rows, end) => {
    const { reading } = readList(recordsOfText(rows.join(end), 'paste'), { locale: 'en', statuses });
    expect(reading.questions).toEqual([]);
    expect(reading.refused).toEqual([]);
    expect(reading.lines).toEqual(
      rows.map((row, index) => {
        const [product, , quantity, unit, neededBy, , , , note] = row.split('\t');
        const line = { line: index + 1, product, quantity: Number(quantity), unit };
        return { ...line, ...(neededBy !== '' && { neededBy }), ...(note !== '' && { note }) };
      }),
    );
  });

  it('know their note behind one column of days or two', () => {
    const rows = answered.map((row) => row.replace(/\t([^\t]*)$/, '\t3\t$1'));
    const { reading } = readList(recordsOfText(rows.join('\n'), 'paste'), { locale: 'en', statuses });
    expect(reading.lines.map(({ note }) => note)).toEqual([undefined, 'for the stage', undefined, undefined]);
  });

  it.each([
    ['another word where statuses stand', answered.map((row) => row.replace('Expected', 'Blue'))],
    ['no status at all', ['20001\tCanvas\t5\tm\t\t2026-12-03\t\t12\t']],
    ['fewer columns', ['20001\tCanvas\t5\tm\t\t2026-12-03']],
    ['a column more', answered.map((row) => `${row}\tx\ty`)],
  ])('are none with %s', (_, rows) => {
    const { reading } = readList(recordsOfText(rows.join('\n'), 'paste'), { locale: 'en', statuses });
    expect(reading.skipped.some(({ line }) => line === 0)).toBe(false);
  });
});
