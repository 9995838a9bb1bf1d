import { describe, expect, it } from 'vitest';

import { type EdiOrder, isEdiMessage, readSegments } from './prose-edi.ts';

/** The orders of a message, in the order of its lines. */
function ordersOf(...texts: string[]): EdiOrder[] {
  return [...readSegments(texts.map((text, at) => ({ line: at + 1, text }))).values()].flat();
}

it.each([
  ["LIN+1++10001:SA'", true],
  ["UNB+UNOC:3'UNH+1+ORDERS'LIN+1++10001:SA'", true],
  ["UNH+1'\nLIN+1++10001:SA'", true],
  ['PO1*1*40*MR***VP*10001~', true],
  ['ST|850~ PO1|1|40|MR|||VP|10001~', true],
  ["RFF+ON:10001'", false],
  ['LINE+1', false],
  ['XLIN+1', false],
  ['LIN 1', false],
])('tells a message with orders from other texts: %s', (text, isMessage) => expect(isEdiMessage(text)).toBe(isMessage));

describe('EDIFACT', () => {
  it('has each line’s codes, quantity and date in the segments behind it', () => {
    const message = [
      "DTM+2:20261201:102'",
      "QTY+21:5:MTR'",
      "LIN+1++10001:SA'PIA+1+CP-1001-SK:SA+400638:EN'",
      "QTY+21:1,5:KGM'DTM+63:202612121000:203'",
      'Thanks!',
      "LIN+2'",
      "UNS+S'",
      "QTY+21:7'PIA+1+10009:SA'DTM+2:20261224:102'",
    ];
    const first = { codes: ['10001', 'CP-1001-SK', '400638'], amount: '1,5', unit: 'kg', date: '2026-12-12' };
    const second = { codes: [], amount: '', unit: '', date: null };
    const lines = readSegments(message.map((text, at) => ({ line: at + 1, text })));
    expect([...lines]).toEqual([
      [1, []],
      [2, []],
      [3, [first]],
      [4, []],
      [6, [second]],
      [7, []],
      [8, []],
    ]);
  });

  it('has no orders without a segment that orders', () => {
    expect([...readSegments([{ line: 1, text: "RFF+ON:10001'" }])]).toEqual([]);
  });

  it.each([
    ["QTY+1:40'", '40'],
    ["QTY+21:40'", '40'],
    ["QTY+113:40'", '40'],
    ["QTY+12:7'QTY+21:40'", '40'],
    ["QTY+21:40'QTY+21:7'", '40'],
    ["QTY+59:40'", ''],
    ["qty+21:40'", ''],
  ])('orders the first quantity that is ordered: %s', (segments, amount) =>
    expect(ordersOf(`LIN+1++10001'${segments}`)).toMatchObject([{ amount }]),
  );

  it.each([
    ["DTM+2:20261212:102'", '2026-12-12'],
    ["DTM+10:20261212'", '2026-12-12'],
    ["DTM+69:20261212'", '2026-12-12'],
    ["DTM+137:20261212'", null],
    ["DTM+2:20261312'", null],
    ["DTM+2:261212'", null],
    ["DTM+2:'", null],
  ])('is wanted on the date of %s', (segment, date) =>
    expect(ordersOf(`LIN+1++10001'${segment}`)).toMatchObject([{ date }]),
  );

  it.each([
    ['KGM', 'kg'],
    ['MTK', 'm2'],
    ['C62', 'pcs'],
    ['MTR', 'MTR'],
    ['PCE', 'PCE'],
    ['XYZ', 'XYZ'],
    ['', ''],
  ])('has the unit %s as %s', (code, unit) =>
    expect(ordersOf(`LIN+1++10001'QTY+21:40:${code}'`)).toMatchObject([{ unit }]),
  );

  it.each([
    ["A?'B", "A'B"],
    ['A?+B?:1', 'A+B:1'],
    ['A??', 'A?'],
    ['A?B', 'A?B'],
  ])('may have separators in a code, behind a question mark: %s', (written, code) =>
    expect(ordersOf(`LIN+1++${written}:SA'QTY+21:40'`)).toMatchObject([{ codes: [code], amount: '40' }]),
  );
});

describe('X12', () => {
  it('has codes and quantity in a segment, and the date behind it', () => {
    const message = [
      'ST*850*0001~',
      'PO1*1*40*MR*12.5*PE*VP*CP-1001-SK*BP*10001~DTM*010*20261212~',
      'CTT*1~DTM*002*20261224~',
    ];
    expect(ordersOf(...message)).toEqual([
      { codes: ['CP-1001-SK', '10001'], amount: '40', unit: 'm', date: '2026-12-12' },
    ]);
  });

  it.each(['002', '010', '063'])('is wanted on the date with the code %s', (code) =>
    expect(ordersOf(`PO1|1|40|MR|||VP|10001~DTM|${code}|20261212~`)).toMatchObject([{ date: '2026-12-12' }]),
  );
});
