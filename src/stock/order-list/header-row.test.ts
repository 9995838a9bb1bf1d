import { describe, expect, it } from 'vitest';
import { meaningAboveHeader, readHeaderCell, readHeaderRow } from './header-row.ts';

describe('readHeaderCell', () => {
  it.each([
    [
      'product',
      [
        'Product',
        'productId',
        'Item No.',
        'SKU',
        'EAN-Code',
        'Code',
        'Part number',
        'Art.-Nr.',
        'Artikelnummer',
        'Material',
        'Réf.',
        "N° d'article",
        'Article N°',
        "N° d'article de notre fournisseur",
        'Order Lines/Product',
        'Artikelcode',
        'Código',
        'Nº de artículo',
      ],
    ],
    ['name', ['Description', 'Item description', 'Artikelbezeichnung', 'Désignation', 'Omschrijving', 'Descripción']],
    [
      'quantity',
      [
        'Quantity',
        'QTY ORDERED',
        'Amount',
        'Pieces',
        'Metres',
        'Bestellmenge',
        'Stückzahl',
        'Qté',
        'Nombre de pièces',
        'Aantal',
        'Hoeveelheid',
        'Cant.',
        'Uds.',
      ],
    ],
    ['unit', ['Unit', 'Order Lines/Unit', 'UoM', 'Mengeneinheit', 'ME', 'Unité', 'Eenheid', 'Unidad']],
    [
      'shipBy',
      [
        'Needed by',
        'need_by',
        'Delivery date',
        'Required date',
        'Wunschliefertermin',
        'benötigt bis',
        'Date de livraison souhaitée',
        'Gewenste leverdatum',
        'Fecha de entrega',
        'Date',
      ],
    ],
    ['position', ['Pos.', 'Line no', 'Lfd. Nr.', 'Ligne', 'Regel']],
    ['wanted', ['Required', 'benötigt', 'souhaitée', 'Gevraagd']],
    ['number', ['#', '**#**', 'No.', 'Nr.', 'N°', 'n°']],
    [
      'other',
      [
        'Unit price',
        'Stückpreis',
        'Order date',
        'Bestelldatum',
        'Available qty',
        'MOQ',
        'Qty/box',
        'Colour',
        'Total',
        'Customer',
      ],
    ],
  ])('%s', (role, labels) => {
    expect(labels.map((label) => [label, readHeaderCell(label)?.role])).toEqual(labels.map((label) => [label, role]));
  });

  it.each([
    'AB-123',
    'Satin blue',
    'SKU: AB-123',
    'SKU 00471',
    '250',
    '',
    'Please tell us the quantity that you would like to order',
    'Materialwirtschaftsabteilung: Lieferantenartikelbezeichnungen',
    'Lieferantenartikelbezeichnungen Materialwirtschaftsabteilung Menge',
  ])('does not read %j as a heading', (text) => {
    expect(readHeaderCell(text)).toBeNull();
  });

  it('finds the unit and the date order in a heading', () => {
    expect(readHeaderCell('Qty (m²)')).toMatchObject({ unit: 'm²' });
    expect(readHeaderCell('Menge in Stk')).toMatchObject({ unit: 'Stk' });
    expect(readHeaderCell('Termin (TT.MM.JJJJ)')).toMatchObject({ dateStyle: 'day-first' });
    expect(readHeaderCell('Needed by [mm/dd/yyyy]')).toMatchObject({ dateStyle: 'month-first' });
    expect(readHeaderCell('Quantité (litres)')).toMatchObject({ unit: 'litres' });
    expect(readHeaderCell('Bestellt in m²')).toMatchObject({ role: 'quantity', unit: 'm²' });
    expect(readHeaderCell('Number of rolls')).toMatchObject({ role: 'quantity', unit: 'rolls' });
    expect(readHeaderCell('Anz. Stk.')).toMatchObject({ unit: 'Stk' });
    expect(readHeaderCell('Qty/roll')).toMatchObject({ unit: undefined });
  });

  it.each(['Qty (units)', 'Cant. (uds.)', 'Qty (items)'])('reads %j as a quantity without a unit', (text) => {
    expect(readHeaderCell(text)).toMatchObject({ role: 'quantity', unit: undefined });
  });

  it.each(['J. Mayer', 'A. J. May', 'M. D. Ayr', 'Tom D. Y.'])(
    'does not read %s in brackets as a date order',
    (name) => {
      expect(readHeaderCell(`Needed by (${name})`)).toMatchObject({ role: 'shipBy', dateStyle: undefined });
    },
  );

  it('ranks the open quantity after the ordered quantity', () => {
    const [ordered, open] = ['Menge in Stk', 'Menge in Stk offen'].map((text) => readHeaderCell(text)?.rank);
    expect(open).toBeGreaterThan(ordered ?? Infinity);
  });
});

describe('readHeaderRow', () => {
  it.each<[string[], (string | null)[] | null]>([
    [
      ['SKU', 'Qty'],
      ['product', 'quantity'],
    ],
    [
      ['Description', 'Price'],
      ['name', 'other'],
    ],
    [
      ['Unit', 'Qty'],
      ['unit', 'quantity'],
    ],
    [
      ['SKU', 'quantity 8'],
      ['product', 'quantity'],
    ],
    [
      ['Product', 'a', 'b', 'c', 'Qty'],
      ['product', null, null, null, 'quantity'],
    ],
    [
      ['SKU', 'S', 'M', 'L'],
      ['product', 'part', 'part', 'part'],
    ],
    [
      ['SKU', 'Qty S', 'Qty M'],
      ['product', 'part', 'part'],
    ],
    [
      ['SKU', 'Price', '2XL/3XL', '38-40'],
      ['product', 'other', 'part', 'part'],
    ],
    [
      ['SKU', '38', '40'],
      ['product', 'part', 'part'],
    ],
    [
      ['SKU', 'Jan 2027', 'Feb 2027'],
      ['product', 'part', 'part'],
    ],
    [
      ['SKU', 'Qty', 'M'],
      ['product', 'quantity', 'quantity'],
    ],
    [
      ['SKU', 'M', 'm'],
      ['product', 'quantity', 'quantity'],
    ],
    [['SKU'], null],
    [['', 'SKU'], null],
    [['Product', 'a', 'b', 'c'], null],
    [['Product', 'a', 'b', 'c', 'd', 'Qty', 'e'], null],
    [['Price', 'Date'], null],
    [['Unit', 'm'], null],
    [['Unit', 'm', 'kg'], null],
    [['SKU AB-4', 'quantity 8'], null],
    [['SKU', 'Qty', '5 m'], null],
    [['SKU', 'Qty', '-5'], null],
    [['SKU', 'Qty', '€ 5'], null],
    [['SKU', 'Qty', '(3)'], null],
    [['Qty', '38', '40'], null],
    [['38', '40', '42'], null],
  ])('reads %j', (cells, roles) =>
    expect(readHeaderRow(cells)?.map((cell) => cell?.role ?? null) ?? null).toEqual(roles),
  );
});

it.each([
  [['10001', '5'], 'row'],
  [['AB-1', '5 m'], 'row'],
  [['', '00471', '', '1,5'], 'row'],
  [['blue', 'AB-1', '5'], 'row'],
  [['Order', '4711'], 'heading'],
  [['Date:', '2 January'], 'heading'],
  [['Customer', '10023'], 'heading'],
  [['AB-1', 'blue'], 'heading'],
  [['10001'], 'heading'],
  [['Weber', '5'], null],
  [['5', 'blue'], null],
])('takes %j above a header for a %s', (cells, meaning) => expect(meaningAboveHeader(cells)).toBe(meaning));
