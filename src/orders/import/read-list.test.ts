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
  ])('are recognized: %s', (_, rows, end) => {
    const { reading } = readList(recordsOfText(rows.join(end), 'paste'), { locale: 'en', statuses });
    expect(reading.questions).toEqual([]);
    expect(reading.refused).toEqual([]);
    expect(reading.lines).toEqual(
      rows.map((row, index) => {
        const [product, , quantity, unit, shipBy, , , , note] = row.split('\t');
        const line = { line: index + 1, product, quantity: Number(quantity), unit };
        return { ...line, ...(shipBy !== '' && { shipBy }), ...(note !== '' && { note }) };
      }),
    );
  });

  const columns = ['product', 'name', 'quantity', 'unit', 'shipBy', 'shipDate', 'status', 'days', 'note'];

  it.each([
    ['without the status', 6],
    ['up to their dates to ship by', 5],
    ['whole', columns.length],
  ])('are recognized by the column ids on the clipboard: %s', (_, width) => {
    const rows = answered.map((row) => row.split('\t').slice(0, width));
    const text = rows.map((cells) => cells.join('\t')).join('\r\n');
    const options = { locale: 'en', statuses, columns: columns.slice(0, width) };
    const { reading, isOwn } = readList(recordsOfText(text, 'paste'), options);
    expect([reading.questions, reading.refused, isOwn]).toEqual([[], [], true]);
    expect(reading.lines.map(({ product, quantity, shipBy = '' }) => [product, String(quantity), shipBy])).toEqual(
      rows.map(([product, , quantity, , shipBy]) => [product, quantity, shipBy]),
    );
  });

  it('need a question about dates without column ids or statuses', () => {
    const text = answered
      .slice(2)
      .concat(answered[0] ?? '')
      .map((row) => row.split('\t').slice(0, 6).join('\t'));
    const { reading } = readList(recordsOfText(text.join('\n'), 'paste'), { locale: 'en', statuses });
    const dates = reading.questions.map(({ readings }) => readings.map(({ lines }) => lines[1]?.shipBy));
    expect(dates).toEqual([['2026-11-21', undefined]]);
  });

  it("keep their decimals in the user's format", () => {
    const options = { locale: 'de', statuses, columns: columns.slice(0, 3) };
    const { reading } = readList(recordsOfText('20001\tHarbour canvas\t1,125', 'paste'), options);
    expect([reading.questions, reading.lines[0]?.quantity]).toEqual([[], 1.125]);
  });

  it('have their note after one or two columns of days', () => {
    const rows = answered.map((row) => row.replace(/\t([^\t]*)$/, '\t3\t$1'));
    const { reading } = readList(recordsOfText(rows.join('\n'), 'paste'), { locale: 'en', statuses });
    expect(reading.lines.map(({ note }) => note)).toEqual([undefined, 'for the stage', undefined, undefined]);
  });

  it.each([
    ['whole', 10],
    ['without their notes', 9],
    ['with the dates of the previous check', 11],
  ])('keep days late and missing dates out of the notes: %s', (_, width) => {
    const rows = [
      '20001\tHarbour canvas\t250.5\tm\t2026-12-12\t2027-03-25\tExpected\t123\t103\tcut in two\t2027-03-01',
      'MT-0003\tCafé crêpe\t31\tm\t2026-12-12\t\tNot available\t\tNo date\t\tNot available',
      '20006\tLinen\t7\tm\t\t2026-11-25\tIn stock\t0\t\t103\t',
    ].map((row) => row.split('\t').slice(0, width));
    const dated = width > 9 ? rows : rows.filter(([product]) => product !== 'MT-0003');
    const text = dated.map((cells) => cells.join('\t')).join('\r\n');
    const { reading, isOwn } = readList(recordsOfText(text, 'paste'), { locale: 'en', statuses });
    expect([reading.questions, reading.refused, isOwn]).toEqual([[], [], true]);
    expect(reading.lines.map(({ product, shipBy = '', note = '' }) => [product, shipBy, note])).toEqual(
      dated.map(([product, , , , shipBy, , , , , note = '']) => [product, shipBy, note]),
    );
  });

  it.each([
    ['another word in the status column', answered.map((row) => row.replace('Expected', 'Blue'))],
    ['no status at all', ['20001\tCanvas\t5\tm\t\t2026-12-03\t\t12\t']],
    ['fewer columns', ['20001\tCanvas\t5\tm\t\t2026-12-03']],
    ['a column more', answered.map((row) => `${row}\tx\ty`)],
  ])('are not recognized with %s', (_, rows) => {
    const { reading } = readList(recordsOfText(rows.join('\n'), 'paste'), { locale: 'en', statuses });
    expect(reading.skipped.some(({ line }) => line === 0)).toBe(false);
  });
});
