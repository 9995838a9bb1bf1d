import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';

import { openListFile } from './list-file.ts';
import { allSheets, readList, type ReadList, type SetAside } from './read-list.ts';
import { isClear, reviewRows } from './review-rows.ts';
import { cellXml, rowXml, stylesOf, workbookFile } from './workbook-file.fixture.ts';

async function read(
  file: Blob,
  {
    sheet = null,
    included = [],
    locale = 'en',
  }: { sheet?: string | null; included?: SetAside[]; locale?: string } = {},
): Promise<ReadList> {
  const options = { locale, statuses: [], included };
  return readList((await openListFile(file, options))(sheet), options);
}

const orders = ({ reading }: ReadList) =>
  reading.lines.map(({ product, quantity, unit }) => [product, quantity, ...(unit ? [unit] : [])]);
const header = rowXml(['SKU', 'Qty']);
const data = (...rows: string[]) => `<sheetData>${rows.join('')}</sheetData>`;

const rule = (style: string) =>
  `<conditionalFormatting sqref="A2:B3"><cfRule type="expression" ${style} priority="1"><formula>$B2&lt;30</formula></cfRule></conditionalFormatting>`;

describe('a cell is read as displayed', () => {
  it.each([
    ['0" kg"', 40, { quantity: 40, unit: 'kg' }],
    ['0.00', 83.333_333_333_333_3, { quantity: 83.33 }],
    ['#,##0', 1234, { quantity: 1234 }],
    ['#,##0.000', 1.234, { quantity: 1.234 }],
    ['0,', 12_000, { quantity: 12 }],
    ['#,##0 "St."', 1500, { quantity: 1500, unit: 'St' }],
    ['[Blue]0.0;[Red]-0.0', 2.5, { quantity: 2.5 }],
  ])('in the format %s', async (pattern, value, line) => {
    const file = workbookFile([{ xml: data(header, `<row>${cellXml('CP-1001-SK')}${cellXml(value, 1)}</row>`) }], {
      styles: stylesOf([pattern]),
    });
    for (const locale of ['en', 'de']) {
      expect((await read(file, { locale })).reading).toMatchObject({
        lines: [{ product: 'CP-1001-SK', ...line }],
        questions: [],
      });
    }
  });

  it.each([
    ['0%', 0.5, 'percent', '50%'],
    ['0.00E+00', 12_345, 'shortened-quantity', undefined],
    [';;;', 40, 'no-quantity', undefined],
    ['0;"minus "0', -4, 'not-a-number', undefined],
    ['0;[Red]0', -4, 'negative-quantity', '-4'],
  ])('and refused in the format %s', async (pattern, value, code, shown) => {
    const file = workbookFile([{ xml: data(header, `<row>${cellXml('CP-1001-SK')}${cellXml(value, 1)}</row>`) }], {
      styles: stylesOf([pattern]),
    });
    expect((await read(file)).reading).toMatchObject({
      lines: [],
      refused: [{ code, ...(shown && { value: shown }) }],
    });
  });

  it.each([
    ['"CP-"0000"-SK"', 1001, 'CP-1001-SK'],
    ['00000', 123, '00123'],
    ['0.000', 1.5, '1.500'],
    ['00-00-00', 123_456, '12-34-56'],
  ])('for a product in the format %s', async (pattern, value, product) => {
    const file = workbookFile([{ xml: data(header, `<row>${cellXml(value, 1)}${cellXml(40)}</row>`) }], {
      styles: stylesOf([pattern]),
    });
    expect(orders(await read(file))).toEqual([[product, 40]]);
  });

  it.each([
    ['dd.mm.yyyy', '', 46_463, '2027-03-17'],
    ['m/d/yy h:mm', '', 46_463.75, '2027-03-17'],
    ['[$-407]d. mmmm yyyy', '', 46_463, '2027-03-17'],
    ['yyyy-mm-dd', 'date1904="1"', 45_001, '2027-03-17'],
  ])('for a date in the format %s %s', async (pattern, properties, value, shipBy) => {
    const row = `<row>${cellXml('CP-1001-SK')}${cellXml(40)}${cellXml(value, 1)}</row>`;
    const file = workbookFile([{ xml: data(rowXml(['SKU', 'Qty', 'Ship by']), row) }], {
      styles: stylesOf([pattern]),
      properties,
    });
    expect((await read(file)).reading.lines).toMatchObject([{ shipBy }]);
  });

  it('for a date without its year, which the person can not check', async () => {
    const row = `<row>${cellXml('CP-1001-SK')}${cellXml(40)}${cellXml(46_463, 1)}</row>`;
    const file = workbookFile([{ xml: data(rowXml(['SKU', 'Qty', 'Ship by']), row) }], { styles: stylesOf(['d-mmm']) });
    expect((await read(file)).reading.lines).toMatchObject([
      { dateProblem: { code: 'date-without-year', value: '17-Mar' } },
    ]);
  });

  it('for a formula without a result, which is not blank', async () => {
    const file = workbookFile([{ xml: data(header, `<row>${cellXml('CP-1001-SK')}<c><f>B1*2</f></c></row>`) }]);
    expect((await read(file)).reading).toMatchObject({ lines: [], refused: [{ product: 'CP-1001-SK' }] });
  });
});

describe('what the sheet hides', () => {
  it.each(['hidden="1"', 'hidden="true" outlineLevel="1"', 'ht="0" customHeight="1"'])(
    'as rows: %s',
    async (attributes) => {
      const rows = [
        header,
        rowXml(['CP-1001-SK', 40]),
        rowXml(['SD-1002-MU', 500], attributes),
        rowXml(['WF-1004-GR', 25]),
        rowXml(['LS-1006-SA', 600], attributes),
      ];
      const file = workbookFile([{ xml: `${data(...rows)}<autoFilter ref="A1:B5"/>` }]);
      const list = await read(file);
      expect(orders(list)).toEqual([
        ['CP-1001-SK', 40],
        ['WF-1004-GR', 25],
      ]);
      expect(list.asides).toMatchObject([
        {
          reason: 'hidden',
          count: 2,
          isIncluded: false,
          lines: [{ product: 'SD-1002-MU' }, { product: 'LS-1006-SA' }],
        },
      ]);
      expect(list.texts.get(3)).toBe('SD-1002-MU\t500');
      const whole = await read(file, { included: ['hidden'] });
      expect(orders(whole)).toHaveLength(4);
      expect(whole.asides).toMatchObject([{ isIncluded: true, count: 2 }]);
    },
  );

  it('as a column that matters', async () => {
    const cols = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
    const rows = [rowXml(['SKU', 'Qty', 'Qty new']), rowXml(['CP-1001-SK', 40, 25])];
    const list = await read(workbookFile([{ xml: `${cols}${data(...rows)}` }]));
    expect(orders(list)).toEqual([['CP-1001-SK', 25]]);
    expect(list.texts.get(2)).toBe('CP-1001-SK\t25');
    expect(list.asides).toMatchObject([{ reason: 'hidden', count: 0, changesOthers: true }]);
  });

  it('as a column without effect', async () => {
    const cols = '<cols><col min="3" max="3" width="0" customWidth="1"/></cols>';
    const rows = [rowXml(['SKU', 'Qty', 'Color']), rowXml(['CP-1001-SK', 40, 'blue'])];
    expect((await read(workbookFile([{ xml: `${cols}${data(...rows)}` }]))).asides).toEqual([]);
  });

  it('without a summary row of its groups or a blank row', async () => {
    const rows = [header, rowXml(['CP-1001-SK', 40]), rowXml(['Total', 40], 'hidden="1"'), rowXml([''], 'hidden="1"')];
    expect((await read(workbookFile([{ xml: data(...rows) }]))).asides).toEqual([]);
  });
});

describe('a sheet that strikes out cells by a rule', () => {
  const rows = data(header, rowXml(['CP-1001-SK', 40]), rowXml(['SD-1002-MU', 5]));
  const dxfs = '<dxfs><dxf><font><b/></font></dxf><dxf><font><strike/></font></dxf></dxfs>';

  it.each([
    ['a shared style', rule('dxfId="1"')],
    ['a style of its own', `<extLst><ext>${rule('')}<dxf><font><strike/></font></dxf></ext></extLst>`],
  ])('is told, with %s', async (_, rules) => {
    const list = await read(workbookFile([{ xml: rows + rules }], { styles: stylesOf([]) + dxfs }));
    expect(list.hasStrikeRule).toBe(true);
    expect(isClear(list, reviewRows(list))).toBe(false);
  });

  it.each(['', rule('dxfId="0"')])('is none: %s', async (rules) => {
    const list = await read(workbookFile([{ xml: rows + rules }], { styles: stylesOf([]) + dxfs }));
    expect(isClear(list, reviewRows(list))).toBe(true);
  });
});

describe('lines on hidden sheets only', () => {
  const order = data(header, rowXml(['CP-1001-SK', 40]));
  it.each([
    ['hidden', []],
    ['veryHidden', []],
    ['hidden', [{ xml: data(rowXml(['Dear customer'])) }]],
    ['veryHidden', [{ xml: data() }]],
  ])('are said to be %s', async (state, visible) => {
    const file = workbookFile([...visible, { name: 'Order', state: `state="${state}"`, xml: order }]);
    await expect(read(file)).rejects.toMatchObject({ code: 'hidden-sheet', part: 'Order' });
  });

  it('do not matter beside visible ones', async () => {
    const file = workbookFile([{ xml: order }, { state: 'state="hidden"', xml: order }]);
    expect(orders(await read(file))).toEqual([['CP-1001-SK', 40]]);
  });
});

describe('what is struck out', () => {
  const styles = stylesOf([]);
  const struck = 1;

  it('is canceled as a row', async () => {
    const file = workbookFile(
      [{ xml: data(header, rowXml(['CP-1001-SK', 40]), rowXml(['SD-1002-MU', 5], '', struck)) }],
      { styles },
    );
    const list = await read(file);
    expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
    expect(list.asides).toMatchObject([{ reason: 'canceled', count: 1, lines: [{ line: 3, product: 'SD-1002-MU' }] }]);
    expect(orders(await read(file, { included: ['canceled'] }))).toHaveLength(2);
  });

  it.each([
    [
      'all of a rich text',
      '<is><r><rPr><strike/></rPr><t>SD-</t></r><r><rPr><strike val="1"/></rPr><t>1002-MU</t></r></is>',
    ],
    ['a part of it', '<is><r><t>SD-1002-MU </t></r><r><rPr><strike/></rPr><t>old</t></r></is>'],
  ])('is canceled by %s', async (_, inline) => {
    const row = `<row><c t="inlineStr">${inline}</c>${cellXml(5)}</row>`;
    const list = await read(workbookFile([{ xml: data(header, rowXml(['CP-1001-SK', 40]), row) }]));
    expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
    expect(list.asides).toMatchObject([{ reason: 'canceled', count: 1 }]);
  });

  it('is a column of old prices', async () => {
    const prices = `${cellXml(12, struck)}${cellXml(9)}`;
    const products = ['CP-1001-SK', 'SD-1002-MU'];
    const rows = [
      rowXml(['SKU', 'Price', 'Price', 'Qty']),
      ...products.map((product) => `<row>${cellXml(product)}${prices}${cellXml(40)}</row>`),
    ];
    const list = await read(workbookFile([{ xml: data(...rows) }], { styles }));
    expect(orders(list)).toEqual([
      ['CP-1001-SK', 40],
      ['SD-1002-MU', 40],
    ]);
    expect(list.asides).toEqual([]);
  });

  it.each(['<strike val="0"/>', '<strike val="false"/>', ''])('is not by a font with %s', async (strike) => {
    const fonts = `<fonts><font>${strike}</font></fonts><cellXfs><xf numFmtId="0" fontId="0"/></cellXfs>`;
    const list = await read(workbookFile([{ xml: data(header, rowXml(['CP-1001-SK', 40])) }], { styles: fonts }));
    expect(orders(list)).toHaveLength(1);
  });
});

describe('the sheets of a workbook', () => {
  const cotton = { name: 'Cotton', xml: data(header, rowXml(['CP-1001-SK', 40])) };
  const wool = { name: 'Wool', xml: data(header, rowXml(['WF-1004-GR', 25]), rowXml(['WF-1005-GR', 30])) };

  it.each(['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'])('leave out a %s', async (kind) => {
    for (const sheets of [
      [{ kind, name: 'Other', xml: '' }, cotton],
      [cotton, { kind, name: 'Other', xml: null }],
    ]) {
      const list = await read(workbookFile(sheets));
      expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
      expect(list.sheets).toHaveLength(1);
    }
  });

  it('say how many lines each has, and can be read together', async () => {
    const file = workbookFile([
      cotton,
      { xml: data() },
      { name: 'Secret', state: 'state="veryHidden"', xml: wool.xml },
      wool,
    ]);
    const list = await read(file);
    expect(list).toMatchObject({
      sheets: [
        { name: 'Cotton', lines: 1 },
        { name: 'Wool', lines: 2 },
      ],
      sheet: 'Cotton',
    });
    const all = await read(file, { sheet: allSheets });
    expect(orders(all)).toEqual([
      ['CP-1001-SK', 40],
      ['WF-1004-GR', 25],
      ['WF-1005-GR', 30],
    ]);
    expect(all.reading.lines.map(({ line }) => line)).toEqual([2, 4, 5]);
  });

  it.each(['Returns', 'Retouren', 'Storniert', 'Inventur 2026', 'Not ordered'])(
    'have names that may change their lines: %s',
    async (name) => {
      const list = await read(workbookFile([{ ...cotton, name }]));
      expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
      expect(list.reading.prose).toMatchObject([{ line: 0, text: name }]);
      const all = await read(workbookFile([cotton, { ...wool, name }]), { sheet: allSheets });
      expect(all.reading.lines.map(({ line }) => line)).toEqual([2, 5, 6]);
      expect(all.reading.refused).toMatchObject([{ line: 3, text: name }]);
    },
  );

  it.each(['Order Nov', 'Bestellung', 'Sheet1', 'Wool', 'Nr. 4'])('mostly have other names: %s', async (name) => {
    const { reading } = await read(workbookFile([{ ...cotton, name }]));
    expect(reading).toMatchObject({ prose: [], refused: [], skipped: [{ line: 1 }] });
  });

  it.each([
    ['missing', null],
    ['damaged', '<sheetData><row><c><v>5</v></row>'],
    ['incomplete', '<sheetData><row><c t="s"><v>7</v></c></row></sheetData>'],
  ])('are named if one is %s', async (_, xml) => {
    const broken = { name: 'Linen', xml };
    expect(await read(workbookFile([cotton, broken]))).toMatchObject({
      unreadable: ['Linen'],
      reading: { lines: [{}] },
    });
    await expect(read(workbookFile([broken]))).rejects.toMatchObject({ code: 'part-not-readable', part: 'Linen' });
  });

  it('are refused whole if a shared part is damaged', async () => {
    const files = [workbookFile([cotton], { styles: '<fonts>' }), workbookFile([cotton], { strings: '<si>' })];
    const parts = files.map((file) => read(file).catch((error: unknown) => error));
    expect(await Promise.all(parts)).toMatchObject([{ part: 'xl/styles.xml' }, { part: 'xl/sharedStrings.xml' }]);
  });

  it.each([
    ['UTF-16 with its mark', (text: string) => utf16(`\ufeff${text}`)],
    ['UTF-16 as declared', (text: string) => utf16(`<?xml version="1.0" encoding="UTF-16"?>${text}`)],
    ['UTF-16, highest byte first', (text: string) => utf16(`\ufeff${text}`).map((_, at, all) => all[at ^ 1] ?? 0)],
    ['UTF-8 with its mark', (text: string) => strToU8(`\ufeff${text}`)],
    ['Windows-1252', (text: string) => strToU8(`<?xml version="1.0" encoding='windows-1252'?>${text}`, true)],
  ])('are read in %s', async (_, encode) => {
    const xml = data(rowXml(['Größe', 'SKU', 'Qty']), rowXml(['Ü', 'CP-1001-SK', 40]));
    const list = await read(workbookFile([{ xml }], { encode }));
    expect(orders(list)).toEqual([['CP-1001-SK', 40]]);
    expect(list.texts.get(1)).toBe('Größe\tSKU\tQty');
  });

  it('are read in strict Open XML', async () => {
    const row = `<row>${cellXml('CP-1001-SK')}${cellXml(40)}<c t="d"><v>2027-03-17T00:00:00</v></c></row>`;
    const file = workbookFile([{ xml: data(rowXml(['SKU', 'Qty', 'Ship by']), row) }], { strict: true });
    expect((await read(file)).reading.lines).toMatchObject([{ product: 'CP-1001-SK', shipBy: '2027-03-17' }]);
  });

  it('keep to their cells: shared texts, pronunciations, errors and the anchors of controls', async () => {
    const strings =
      '<si><t>SKU</t></si><si><r><t>CP-</t></r><r><t>1001_x002D_SK</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
    const rows = [
      '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="D3" t="str"><f>"Qty"</f><v>Qty</v></c></row>',
      '<row r="5"><c r="B5" t="s"><v>1</v></c><c r="D5"><f t="shared" si="0"/><v>40</v></c></row>',
      '<row r="6"><c r="B6" t="s"><v>1</v></c><c r="D6" t="e"><v>#REF!</v></c></row>',
    ];
    const controls = '<controls><control><anchor><from><col>0</col><row>9</row></from></anchor></control></controls>';
    const { reading } = await read(workbookFile([{ xml: `${data(...rows)}${controls}` }], { strings }));
    expect(reading.lines).toMatchObject([{ line: 5, product: 'CP-1001-SK', quantity: 40 }]);
    expect(reading.refused).toMatchObject([{ line: 6, code: 'spreadsheet-error' }]);
  });
});

function utf16(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: text.length * 2 }, (_, at) => (text.charCodeAt(at >> 1) >> (at % 2 === 0 ? 0 : 8)) & 255),
  );
}
