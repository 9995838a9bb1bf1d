import { describe, expect, it } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { type ProseLine, readProse } from './prose-line.ts';
import { fillProse, keysOfProse, type KnownProducts, nameOfProse } from './prose-products.ts';

const today = '2026-11-22';
const linesOf = (...texts: string[]) =>
  readProse(
    texts.map((text, at) => ({ line: at + 1, text })),
    today,
    null,
  );

const poplin: Product = { productId: 10_001, name: 'Cotton poplin 140', sku: 'CP-1001-SK', unit: 'm' };
const flannel: Product = { productId: 10_002, name: 'Flannel grey', sku: 'WF-1004-GR', unit: 'm' };
const small: Product = { productId: 40, name: 'Button', sku: 'B-40', unit: 'pcs' };
const satin: Product = { productId: 10_003, name: null, sku: 'SATIN', unit: 'm' };
const catalog = [poplin, flannel, small, satin];

/** What the gateway answers for an ID that only the service may know. */
const idAlone = (productId: number): Product => ({ productId, name: null, sku: null, unit: null });

const productOf = (key: string) =>
  catalog.find(({ productId, sku }) => key === String(productId) || key === sku?.toLowerCase()) ?? null;

/** Answers for every key, as the review's lookup does. */
function knownFor(lines: readonly ProseLine[]): KnownProducts {
  return new Map(keysOfProse(lines).map((key) => [key.toLowerCase(), productOf(key.toLowerCase())]));
}

function fill(...texts: string[]) {
  const lines = linesOf(...texts);
  return fillProse(lines, knownFor(lines));
}

function fillWith(known: Product, text: string) {
  const lines = linesOf(text);
  return fillProse(lines, new Map([...knownFor(lines), [String(known.productId), known]]))[0];
}

const shorten = ({ kind, product, quantity, unit, shipBy }: ReturnType<typeof fill>[number]) => [
  kind,
  product,
  quantity,
  unit,
  ...(shipBy === null ? [] : [shipBy]),
];

describe('a line of prose', () => {
  it.each<[string, (string | number | null)[]]>([
    ['- 300 m Cotton poplin sky blue (CP-1001-SK)', ['order', 'CP-1001-SK', 300, 'm']],
    ['bitte 300 lfm „CP-1001-SK“ bis 15.12.', ['order', 'CP-1001-SK', 300, 'lfm', '2026-12-15']],
    ['[cp-1001-sk] × 12,75 m', ['order', 'cp-1001-sk', 12.75, 'm']],
    ['could you add the CP-1001-SK again, 40 m by 12 December', ['order', 'CP-1001-SK', 40, 'm', '2026-12-12']],
    ['Art. 10002 Menge 12,5 m', ['order', '10002', 12.5, 'm']],
    ['Pos. 3: 10002 x 7', ['order', '10002', 7, '']],
    ['250 x 10002', ['order', '10002', 250, '']],
    ['10002x250', ['order', '10002', 250, '']],
    ['10001 (CP-1001-SK): 40', ['order', 'CP-1001-SK', 40, '']],
    ['Cotton poplin 140 CP-1001-SK 40', ['order', 'CP-1001-SK', 40, '']],
    ['10002 40,5 m 12,50', ['order', '10002', 40.5, 'm']],
    ['10002 40 m 9,95 €', ['order', '10002', 40, 'm']],
    ['brauche noch 15 m vom 10001er, danke', ['order', '10001', 15, 'm']],
    ['40 m of CP-1001-SK on 3/4', ['order', 'CP-1001-SK', 40, 'm']],
    ['40 m of CP-1001-SK by 03/04/2027', ['order', 'CP-1001-SK', 40, 'm']],
    ['10001 m of 10002', ['order', '10002', 10_001, 'm']],
    ['CP-1001-SK 10002 m', ['order', 'CP-1001-SK', 10_002, 'm']],
    ['CP-1001-SK 40 B5', ['order', 'CP-1001-SK', 40, '']],
    ['CP-1001-SK 140', ['order', 'CP-1001-SK', 140, '']],
    ['10002 12,50', ['order', '10002', 12.5, '']],
    ['40 m SATIN', ['order', 'SATIN', 40, 'm']],
  ])('is filled in: %s', (text, expected) => expect(shorten(fill(text)[0] as never)).toEqual(expected));

  it.each<[string, (string | number | null)[]]>([
    ['CP-1001-SK, 40 or 50 m', ['order', 'CP-1001-SK', null, '']],
    ['CP-1001-SK WF-9999-GR 40', ['order', 'CP-1001-SK', null, '']],
    ['CP-1O01-SK (10001) 40', ['unknown', 'CP-1O01-SK', null, '']],
    ['AB12345 XY12345 40', ['text', '', null, '']],
    ['AB12345', ['text', '', null, '']],
    ['250m x 4', ['text', '', null, '']],
    ['10001 M (CP-1001-SK) 5', ['order', 'CP-1001-SK', null, '']],
    ['10002 40 m 12 kg', ['order', '10002', null, '']],
    ['10002 40 m 1,255', ['order', '10002', null, '']],
    ['CP-1001-SK, WF-1004-GR and 10003, 40 m', ['several', '', 40, 'm']],
    ['ART 10001 and 10003: 40 m', ['several', '', 40, 'm']],
    ['2 x 30 m CP-1001-SK', ['order', 'CP-1001-SK', null, '']],
    ['about 50 m of CP-1001-SK', ['order', 'CP-1001-SK', null, 'm']],
    ['1,500 m of CP-1001-SK', ['order', 'CP-1001-SK', null, 'm']],
    ['-5 m of CP-1001-SK', ['order', 'CP-1001-SK', null, 'm']],
    ['please cancel CP-1001-SK 40 m', ['order', 'CP-1001-SK', null, '']],
    ['❌ CP-1001-SK x 40', ['order', 'CP-1001-SK', null, '']],
    ['10002 M 5', ['order', '10002', null, '']],
    ['CP-1001-SK and WF-1004-GR, 40 m', ['several', '', 40, 'm']],
    ['5 m of 000000000000010002', ['unknown', '000000000000010002', 5, 'm']],
    ['CP-1O01-SK 40 m', ['unknown', 'CP-1O01-SK', 40, 'm']],
    ['40 m of the flannel', ['name', '', 40, 'm']],
    ['Tel. +49 30 123456', ['text', '', null, '']],
    ['Please confirm by Friday', ['text', '', null, '', '2026-11-27']],
  ])('leaves empty what isn’t clear: %s', (text, expected) =>
    expect(shorten(fill(text)[0] as never)).toEqual(expected),
  );

  it('counts a bare number as a product only in the shape of the IDs', () => {
    expect(fill('we need 40', '250 m of 10002').map(({ product }) => product)).toEqual(['', '10002']);
    expect(fill('40 x 7').map(({ product }) => product)).toEqual(['40']);
    expect(fill('99999 x 7')[0]).toMatchObject({ product: '', kind: 'text' });
    expect(fill('40 x 12345')[0]).toMatchObject({ product: '', quantity: null, kind: 'text' });
  });

  it.each([
    ['40 m of 10001', ['10001']],
    ['10001 m', ['10001']],
    ['SATIN 40', ['SATIN', '40']],
    ['ART 10001', ['ART', 'ART 10001', '10001']],
    ['AB-1 2.5 m', ['AB-1', '2.5']],
    ['250m', ['250m']],
    ['0040', ['0040']],
    ['2,50', []],
    ['40 m', []],
  ])('has texts to look up: %s', (text, keys) => expect(keysOfProse(linesOf(text))).toEqual(keys));

  it('is known by a number only if the catalog has data of it', () => {
    expect(fillWith(idAlone(7), '7 x 3')).toMatchObject({ product: '', kind: 'text' });
    expect(fillWith({ ...idAlone(7), sku: 'B-7' }, '7 x 3')).toMatchObject({ product: '7', quantity: 3 });
    expect(fillWith({ ...idAlone(7), name: 'Zip' }, '7 x 3')).toMatchObject({ product: '7', quantity: 3 });
    expect(fillWith(idAlone(12_345), 'CP-1001-SK 12345')).toMatchObject({ quantity: 12_345, kind: 'order' });
  });

  it.each([
    ['Hemp gauze 40 m', 'name'],
    ['Hemp gauze 40 m 7', 'text'],
    ['Hemp gauze 41 7', 'text'],
    ['Hemp gauze 40 m 7 kg 3', 'text'],
    ['Hemp gauze AB12345', 'text'],
    ['Hemp gauze', 'text'],
    ['40 m of 10001', 'order'],
  ])('may name a product by its words: %s', (text, kind) => {
    const lines = linesOf(text);
    expect(fillProse(lines, knownFor(lines), () => [poplin])[0]).toMatchObject({ kind });
  });

  const ribbon: Product = { productId: 10_009, name: 'Velvet ribbon, bordeaux, 38 mm', sku: null, unit: 'm' };
  const narrow = { ...ribbon, productId: 10_010, name: 'Velvet ribbon, bordeaux, 25 mm' };
  const horn: Product = { productId: 10_011, name: 'Horn button, amber, 32L', sku: null, unit: 'pcs' };
  const roll = { ...ribbon, productId: 10_012, name: 'Velvet ribbon, bordeaux, 20 m' };

  it.each<[string, readonly Product[], readonly Product[], number | null, string]>([
    ['Horn button amber 32L, 500 pcs', [horn], [horn], 500, 'pcs'],
    ['500 pcs horn button amber 32L', [horn], [horn], 500, 'pcs'],
    ['Horn button amber 32 L 500', [horn], [horn], 500, ''],
    ['velvet ribbon bordeaux 38 mm, 20 m', [narrow, ribbon], [ribbon], 20, 'm'],
    ['20 m of velvet ribbon, bordeaux, 38mm', [ribbon, narrow], [ribbon], 20, 'm'],
    ['Could you also send us 20 m of the velvet ribbon in bordeaux, 38 mm wide?', [ribbon], [ribbon], 20, 'm'],
    // The sizes of two products, of none, and without a quantity.
    ['velvet ribbon bordeaux 38 mm, 20 m', [ribbon, roll], [ribbon, roll], null, ''],
    ['velvet ribbon bordeaux 50 mm, 20 m', [ribbon, narrow], [ribbon, narrow], null, ''],
    ['velvet ribbon bordeaux 38 mm', [ribbon, narrow], [ribbon], null, ''],
  ])('has a quantity that is no size of its name: %s', (text, suggested, choices, quantity, unit) => {
    const lines = linesOf(text);
    expect(fillProse(lines, knownFor(lines), (line) => (nameOfProse(line) === '' ? [] : suggested))).toMatchObject([
      { kind: 'name', product: '', choices, quantity, unit },
    ]);
  });

  it('has no name beside figures that are neither a size of it nor in an order line', () => {
    const lines = linesOf('Our velvet team of 3 people visits you in bordeaux 20 m from the ribbon shop');
    expect(fillProse(lines, knownFor(lines), () => [ribbon])).toMatchObject([{ kind: 'text' }]);
  });

  it('has a candidate as long as an ID without a catalog', () => {
    const lines = linesOf('10002 x 7', '10002 x 10003', '402 x 7', 'PLEASE SEND 10002 x 7');
    const [known, several, short, capitals] = fillProse(lines, undefined);
    expect(known).toMatchObject({ product: '10002', quantity: 7, kind: 'order' });
    expect(several).toMatchObject({ product: '', kind: 'several' });
    expect(several?.choices).toEqual([]);
    expect(short).toMatchObject({ product: '', kind: 'text' });
    expect(capitals).toMatchObject({ product: '10002', quantity: 7, kind: 'order' });
  });

  it.each([
    ['CP-1001-SK 40 m, cut in two', 'cut in two'],
    ['40 m CP-1001-SK (rolled)', 'rolled'],
    ['please send 40 m of CP-1001-SK', ''],
    ['CP-1001-SK cut 40 m', ''],
    ['CP-1001-SK cut short 40 m rolled', 'cut short · rolled'],
    ['40 m CP-1001-SK Cotton poplin 140', ''],
    ['CP-1001-SK 40 m as is', ''],
    ['10001 or 10002, 40 m rolled', ''],
    ['URGENT please send now 40 m of CP-1001-SK', ''],
  ])('keeps the words behind product and quantity: %s', (text, note) => expect(fill(text)[0]?.note).toBe(note));
});

describe('a day from today on', () => {
  it.each<[string, string | null]>([
    ['brauche bis Freitag noch 15 m vom 10001er', '2026-11-27'],
    ['40 m of CP-1001-SK by tomorrow', '2026-11-23'],
    ['40 m of CP-1001-SK on Monday', '2026-11-23'],
    ['bitte 40 m 10002 bis übermorgen', '2026-11-24'],
    ['bis zum Mittwoch 40 m 10002', '2026-11-25'],
    ['10002 40 m, heute', '2026-11-22'],
    ['CP-1001-SK 40 m in 2 weeks', '2026-12-06'],
    ['CP-1001-SK 40 m in 14 Tagen', '2026-12-06'],
    ['CP-1001-SK 40 m +14', '2026-12-06'],
    ['CP-1001-SK 40 m KW 50', '2026-12-11'],
    ['10002 40 m bis Freitag, 4.12.', '2026-12-04'],
    ['CP-1001-SK 40 m 12/17', '2026-12-17'],
    ['40 m of CP-1001-SK by 12/17 please', '2026-12-17'],
    ['CP-1001-SK 40 m, 17/12', '2026-12-17'],
    ['10002 40 m by 12/12', '2026-12-12'],
    ['10002 40 m friday pls', '2026-11-27'],
    ['40 m CP-1001-SK for Friday', '2026-11-27'],
    ['40 m 10002 für Freitag, danke', '2026-11-27'],
    ['10002 40 m 12/16', null],
    ['10002 40 m 3/17 inch', null],
    ['10002 40 m by 12/4', null],
    ['Guten Morgen, 40 m CP-1001-SK', null],
    ['we called today for 40 m CP-1001-SK', null],
    ['you may send 40 m CP-1001-SK', null],
    ['40 m CP-1001-SK, schönen Freitag', null],
    ['40 m of CP-1001-SK by next Friday', null],
    ['40 m CP-1001-SK, Montagware', null],
  ])('is the date of the line: %s', (text, date) => {
    expect(fill(text)[0]).toMatchObject({ quantity: text.includes('15 m') ? 15 : 40, unit: 'm', shipBy: date });
  });

  it.each([
    ['CP-1001-SK 40 m by 12/4', 'by 12/4'],
    ['CP-1001-SK 40 m 3/4', '3/4'],
    ['CP-1001-SK 40 m 12/17 or 12/18', 'or 12/17 12/18'],
  ])('stays in the note if it may be another: %s', (text, note) => {
    expect(fill(text)[0]).toMatchObject({ quantity: 40, shipBy: null, note });
  });

  it('is read in the order that other lines show', () => {
    expect(fill('CP-1001-SK 40 m by 12/4', '10002 7 m by 12/17').map(({ shipBy }) => shipBy)).toEqual([
      '2026-12-04',
      '2026-12-17',
    ]);
  });

  it('is a quantity where it may be one', () => {
    expect(fill('CP-1001-SK +14')[0]).toMatchObject({ quantity: 14, shipBy: null });
  });

  it.each([
    ['we need it all by Friday', ['2026-11-27']],
    ['alles bis morgen bitte', ['2026-11-23']],
    ['Lieferung in 2 Wochen', ['2026-12-06']],
    ['Friday:', ['2026-11-27']],
    ['12/17', ['2026-12-17']],
    ['Morgen!', []],
    ['Guten Morgen', []],
    ['see you Friday', []],
  ])('is one for the whole order: %s', (text, dates) => {
    expect(linesOf(text).map(({ wholeDates }) => wholeDates)).toEqual([dates]);
  });
});

describe('a line with several orders', () => {
  it.each([
    ['10 of 10001 and 5 of 10002'],
    ['10 m vom 10001 und noch 5 m vom 10002, danke'],
    ['bitte CP-1001-SK 12,5 m sowie WF-1004-GR 7'],
    ['CP-1001-SK (10001): 10, 10002: 5'],
    ['10 of 10001 or 5 of 10002'],
    ['please cancel 10 of 10001 and 5 of 10002'],
    ['10001, 10 m, 5 m, 10002'],
    ['10 of 10001, 5 of 10002 and 3 of 99999'],
    ['10 of 10001, 5 of 10002 and 3 of 10001'],
    ['We got 10001. Please send 5 m, and 7 m of 10002.'],
    ['CP-1001-SK, WF-1004-GR or 10003'],
    [`${'Thank you for the last delivery, which our whole team liked. '.repeat(5)}10 of 10001 and 5 of 10002`],
  ])('is one to review, with its products to choose from: %s', (text) => {
    const named = text.includes('10003') ? [poplin, flannel, satin] : [poplin, flannel];
    expect(fill(text)).toMatchObject([{ kind: 'several', product: '', quantity: null, choices: named }]);
  });

  it.each([
    ['10 of 10001 and 5 of 10002 by 12 December', '2026-12-12'],
    ['10 of 10001 by 12 December and 5 of 10002', null],
  ])('has a date only where it is one for all: %s', (text, shipBy) => expect(fill(text)).toMatchObject([{ shipBy }]));

  it.each([
    ['more of the same', '40 m 10001, 10 m more, 25 m of 10001'],
    ['a quantity of another size', '10001: red 5 m, blue 3 m'],
    ['a product without a code', '10001 7 m. And 30 of the green thing. Thanks, Mona'],
  ])('has no quantity with %s', (_, text) =>
    expect(fill(text)).toMatchObject([{ kind: 'order', product: '10001', quantity: null }]),
  );
});

describe('several lines', () => {
  it('have numbers in front if those count', () => {
    const quantities = (...[a, b, c]: string[]) =>
      fill(`${a} CP-1001-SK 40`, `${b} WF-1004-GR 25`, `${c} 10001 7`).map(({ quantity }) => quantity);
    expect(quantities('1', '2', '4')).toEqual([40, 25, 7]);
    expect(quantities('10', '20', '30')).toEqual([40, 25, 7]);
    expect(quantities('100', '200', '300')).toEqual([40, 25, 7]);
    for (const [a, b, c] of [
      ['10', '20', '25'],
      ['2', '3', '4'],
      ['1', '2', '1'],
      ['1', '2', '2'],
      ['2', '9', '16'],
      ['1', '2', ''],
      ['1', '2', 'x'],
    ])
      expect(quantities(a ?? '', b ?? '', c ?? '')).toEqual([null, null, c === '' || c === 'x' ? 7 : null]);
    expect(fill('1 CP-1001-SK', '2 WF-1004-GR').map(({ quantity }) => quantity)).toEqual([1, 2]);
    expect(fill('1 CP-1001-SK 40', 'WF-1004-GR 2').map(({ quantity }) => quantity)).toEqual([null, 2]);
  });

  it('are the fields of a form', () => {
    const form = fill('Artikel: CP-1001-SK', 'Menge: 40 m', 'Termin: 15.12.2026', 'Artikel: 10002', 'Menge: 7');
    expect(form.filter(({ kind }) => kind === 'order').map(shorten)).toEqual([
      ['order', 'CP-1001-SK', 40, 'm', '2026-12-15'],
      ['order', '10002', 7, ''],
    ]);
    expect(fill('CP-1001-SK', 'am 12.12.2026', '40', 'am 13.12.2026')[0]).toMatchObject({ quantity: 40, shipBy: null });
  });

  it.each<[boolean, string[]]>([
    [true, ['CP-1001-SK', 'Menge: 40']],
    [true, ['Menge: 40', 'CP-1001-SK']],
    [true, ['Menge: 40', 'CP-1001-SK', 'Termin: 15.12.2026']],
    [true, ['die Menge ist 40', 'CP-1001-SK']],
    [true, ['  die Menge ist 40  ', 'CP-1001-SK']],
    [true, ['please add the CP-1001-SK', 'Menge: 40', 'Artikel: 10002', '40']],
    [false, ['CP-1001-SK', 'Menge: 40', 'Auftrag: 4711']],
    [false, ['Menge: 25', 'CP-1001-SK', 'Menge: 40']],
    [false, ['CP-1001-SK', 'Menge: ca. 40']],
    [false, ['CP-1001-SK', 'wir möchten davon gerne 40']],
    [false, ['CP-1001-SK', '40 in blau']],
    [false, ['please send the new CP-1001-SK', '40']],
    [false, ['CP-1001-SK blau', '40']],
    [false, ['❌ CP-1001-SK', '40']],
    [false, ['CP-1001-SK 5 7', '40']],
    [false, ['10001', '10009']],
    [false, ['Nr. 40', 'Menge: 7']],
  ])('are one order only if short, next to each other and clear (%s): %j', (isOne, texts) => {
    const order = fill(...texts).find(({ kind }) => kind === 'order');
    expect(order).toMatchObject({ quantity: isOne ? 40 : null });
  });

  it('are not one order if a blank line parts them', () => {
    const [product, , amount] = linesOf('CP-1001-SK', '', '40');
    const lines = [product, amount].flatMap((line) => line ?? []);
    expect(fillProse(lines, knownFor(lines))[0]).toMatchObject({ product: 'CP-1001-SK', quantity: null });
  });

  it.each([
    ['HRB 12345 · USt-IdNr. DE123456789'],
    ['Company No. 01234567, VAT GB123456789'],
    ['VAT no. GB 123 4567 89 EORI GB123456789000'],
    ['IBAN DE89 3704 0044 0532 0130 00'],
  ])('are not those of a signature: %s', (signature) => {
    const lines = fill('CP-1001-SK 40 m', '10002 7', signature);
    expect(lines.map(({ kind }) => kind)).toEqual(['order', 'order', 'text']);
    expect(lines[2]).toMatchObject({ product: '', quantity: null });
  });

  it.each([
    ['please send 40 of CP-1O01-SK', 'CP-1O01-SK', 40],
    ['AB12345 x 40', 'AB12345', 40],
    ['we want 40 m of AB12345', 'AB12345', 40],
    ['- 10099999 5 m', '10099999', 5],
    ['40 m of 10099999, navy', '10099999', 40],
  ])('may have a code that the catalog lacks: %s', (text, product, quantity) =>
    expect(fill('CP-1001-SK 40 m', text)[1]).toMatchObject({ kind: 'unknown', product, quantity }),
  );

  it.each<[string[], string[]]>([
    [
      ['10001 or 10002, 40 m', 'Our ref AB12345 of 7'],
      ['several', 'text'],
    ],
    [
      ['10001 x 40', 'Our ref AB12345 of 7'],
      ['order', 'text'],
    ],
    [
      ['10001', 'Our ref AB12345 of 7'],
      ['order', 'unknown'],
    ],
    [
      ['we have 40 m', 'Our ref AB12345 of 7'],
      ['name', 'unknown'],
    ],
    [
      ['10001 x 40', 'HRB 80331, 5 of us'],
      ['order', 'text'],
    ],
  ])('are references only beside an order: %j', (texts, kinds) =>
    expect(fill(...texts).map(({ kind }) => kind)).toEqual(kinds),
  );

  it('without a catalog, have no number without a quantity for a product', () => {
    const lines = linesOf('10002 x 7', 'Amtsgericht Köln HRB 12345', '+44 20 79460958');
    const anyId = new Map(keysOfProse(lines).map((key) => [key, /^\d+$/.test(key) ? idAlone(Number(key)) : null]));
    expect(fillProse(lines, anyId).map(({ kind }) => kind)).toEqual(['order', 'text', 'text']);
  });

  it.each([
    ['corduroy ochre 12 m'],
    ['12 m corduroy ochre'],
    ['bitte noch 12 m Cord ocker dazu'],
    ['corduroy ochre 12 m by 12/17'],
    ['plus 12 m of the usual'],
  ])('have one to review with a quantity, its unit and words: %s', (text) => {
    for (const texts of [[text], ['10002 7', 'please confirm', text]])
      expect(fill(...texts).filter(({ kind }) => kind === 'name')).toMatchObject([
        { product: '', quantity: 12, unit: 'm', choices: [] },
      ]);
  });

  it.each<[string[]]>([
    [['10002 7', 'Samtband bordeaux 50']],
    [['Order no. 12', '10002 7', 'Nr 12', 'Tel. 12']],
    [['10002 7', 'See you at 9']],
    [['10002 7', 'Hauptstraße 5, 8001 Zürich']],
    [['10002 7', 'Suite 4, Order 4711 m']],
    [['10002 7', 'Mon-Fri 9 h - 17 h', 'Tel. 030 123 45']],
    [['10002 7', '2x45m green thing please']],
    [['10002 7', '12 m']],
    [['10002', 'Menge: 12 m']],
    [['10002 7', 'freight 12,50 €', '10002 8']],
    [['10002 7', 'no corduroy ochre 12 m, cancel it', '10002 8']],
    [['10002 7', '> corduroy ochre 12 m', '10002 8']],
    [['10002 7', '12 December', '5', '10002 8']],
  ])('have none without those, or that isn’t wanted: %j', (texts) =>
    expect(fill(...texts).filter(({ kind }) => kind === 'name')).toEqual([]),
  );

  it('quote an earlier message if others don’t', () => {
    expect(fill('CP-1001-SK x 40', '> WF-1004-GR x 25').map(({ kind }) => kind)).toEqual(['order', 'quoted']);
    expect(fill('CP-1001-SK x 40', '> thanks').map(({ kind }) => kind)).toEqual(['order', 'text']);
    expect(fill('Thanks!', '> WF-1004-GR x 25').map(({ kind }) => kind)).toEqual(['text', 'order']);
  });

  it('tell how numbers and dates are written', () => {
    const [first, second] = fill('1.500 m CP-1001-SK am 03/04/2027', '12,5 m WF-1004-GR am 17/04/2027');
    expect(first).toMatchObject({ quantity: 1500, shipBy: '2027-04-03' });
    expect(second).toMatchObject({ quantity: 12.5, shipBy: '2027-04-17' });
  });

  it('have a date for the whole order where it is beside nothing else', () => {
    const lines = linesOf(
      'we need it before 12 December',
      'alles bis 5.1.2027 bitte',
      'Brussels, 2 March 2026',
      '40 m of CP-1001-SK by 12 December',
      'all by 03/04/2027',
    );
    expect(lines.map(({ wholeDates }) => wholeDates)).toEqual([
      ['2026-12-12'],
      ['2027-01-05'],
      [],
      [],
      ['2027-03-04', '2027-04-03'],
    ]);
  });
});

it.each([
  ['and maybe 40 metres of the Hemp gauze chalk', 'and maybe the hemp gauze chalk'],
  ['Hanfgewebe kreide, 40m bitte', 'hanfgewebe kreide bitte'],
  ['40 m of CP-1001-SK', ''],
  ['hope you are well!', ''],
  ['40 or 50 m of the gauze', 'the gauze 40 50'],
  ['40 or 50 of the gauze', ''],
  ['gauze 32L, 500 pcs', 'gauze 32l 500'],
  ['about 40 m of the gauze', ''],
  ['the GAUZE, 40 m', 'the gauze'],
  ['gauze 10001', ''],
  [`40 m ${'very '.repeat(16)}soft`, 'very '.repeat(16).trim()],
])('takes the words for a name from %s', (text, name) => {
  expect(linesOf(text).map(nameOfProse)).toEqual([name]);
});
