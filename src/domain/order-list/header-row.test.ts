import { describe, expect, it } from 'vitest';
import { readHeaderCell } from './header-row.ts';

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
    ['unit', ['Unit', 'UoM', 'Mengeneinheit', 'ME', 'Unité', 'Eenheid', 'Unidad']],
    [
      'neededBy',
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
    ['number', ['#', 'No.', 'Nr.', 'N°']],
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
  ])('does not take %j for a label', (text) => {
    expect(readHeaderCell(text)).toBeNull();
  });

  it('finds the unit and the order of dates in brackets', () => {
    expect(readHeaderCell('Qty (m²)')).toMatchObject({ unit: 'm²' });
    expect(readHeaderCell('Menge in Stk')).toMatchObject({ unit: 'stk' });
    expect(readHeaderCell('Termin (TT.MM.JJJJ)')).toMatchObject({ dateStyle: 'day-first' });
    expect(readHeaderCell('Needed by [mm/dd/yyyy]')).toMatchObject({ dateStyle: 'month-first' });
  });
});
