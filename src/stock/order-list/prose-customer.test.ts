import { describe, expect, it } from 'vitest';

import { customersIn } from './prose-customer.ts';

describe('the customer of a text', () => {
  it.each<[string, string[], string[]]>([
    ['a field', ['Kunde: Miller GmbH', '10001 x 5'], ['Miller GmbH']],
    [
      'a field with a number',
      ['Customer: 10023 - Miller & Sons Ltd., Leeds', 'CP-1001-SK 5 m'],
      ['Miller & Sons Ltd.'],
    ],
    ['a field of two cells', ['Auftraggeber:\tWeber Textil AG'], ['Weber Textil AG']],
    ['a buyer', ['Sold to: Harbour Sails Inc.', 'Ship to: Dock 4'], ['Harbour Sails Inc.']],
    ['the heading of an order', ['Purchase order 4711 of Miller GmbH'], ['Miller GmbH']],
    ['the heading in German', ['Bestellung Nr. 4711 der Firma Weber Textil'], ['Weber Textil']],
    ['a sentence', ['Hi Anna,', 'this is an order for Miller GmbH', '10 of 10001'], ['Miller GmbH']],
    ['a line of the order', ['please send 40 m of CP-1001-SK for Miller GmbH by Friday'], ['Miller GmbH']],
    ['a German line', ['bitte 40 m 10001 für Weber & Söhne GmbH & Co. KG'], ['Weber & Söhne GmbH & Co. KG']],
    ['a letterhead', ['Weber Textil AG · Hauptstr. 5 · 12345 Köln', '40 m CP-1001-SK'], ['Weber Textil AG']],
    ['a signature', ['40 m CP-1001-SK', 'Best regards', 'Anna Miller', 'Harbour Sails, Inc.'], ['Harbour Sails, Inc.']],
    ['a name that begins like a month', ['Kunde: Mayer Interiors'], ['Mayer Interiors']],
    ['one named twice', ['Order for Miller GmbH', 'Miller GmbH, Leeds'], ['Miller GmbH']],
    ['two companies', ['Weber Textil AG', 'Miller GmbH'], ['Weber Textil AG', 'Miller GmbH']],
    ['a field before the sender', ['Weber Textil AG', 'Customer: Miller'], ['Miller']],
  ])('is named in %s', (_, lines, names) => expect(customersIn(lines)).toEqual(names));

  it.each<[string, string[]]>([
    ['a greeting', ['Dear Ms Miller,', 'please send 40 m of CP-1001-SK', 'thanks, Anna']],
    [
      'a signature without a legal form',
      ['40 m 10001', 'Kind regards', 'Anna Miller', 'Harbour Sails', 'Sales Manager'],
    ],
    ['what the goods are for', ['order for Lobby West', 'eine Bestellung für Weber Textil']],
    ['what is below the title of an order', ['Bestellung Nr. 4711', 'Anna Weber', 'Grey Velvet']],
    ['a day', ['this order is for Monday', 'Bestellung für Freitag', 'order for December']],
    ['a number', ['Kundennummer: 10023', 'Customer no.: 4711', 'Order no. 4711']],
    ['a unit', ['Cotton poplin 40 KG', 'COTTON POPLIN KG', '12 AS']],
    ['a product', ['Harbour canvas, navy 40 m', 'Moorland Tweed, Heather 5 m']],
    ['a mail address', ['Customer: anna@miller.example']],
    ['many companies', ['Able Ltd', 'Baker Ltd', 'Charlie Ltd', 'Delta Ltd']],
  ])('is not %s', (_, lines) => expect(customersIn(lines)).toEqual([]));

  it.each([
    ['Kunde: Miller GmbH | Köln', 'Miller GmbH'],
    ['Kunde: Miller GmbH (Köln)', 'Miller GmbH'],
    ['Kunde: Miller GmbH; Köln', 'Miller GmbH'],
    ['Kunde: Miller GmbH - Köln', 'Miller GmbH'],
    ['Kunde: Miller GmbH\tKöln', 'Miller GmbH'],
    ['Kunde: Miller GmbH: Köln', 'Miller GmbH'],
    ['Kunde: Miller, Leeds', 'Miller'],
    ['Kunde: Miller, Inc., Leeds', 'Miller, Inc.'],
    ['Kunde: Miller-Weber', 'Miller-Weber'],
    ['Kunde: Miller & Co.', 'Miller & Co.'],
    ['Kunde: Miller e.K.', 'Miller e.K.'],
    ['Kunde: Miller S.A.', 'Miller S.A.'],
    ['Kunde: Miller.', 'Miller'],
    ['Kunde: Nr. 4711 Miller', 'Miller'],
    ['Kunde = Miller', 'Miller'],
    ['> • Customer name: Miller', 'Miller'],
    ['PO 4711 by Miller', 'Miller'],
    ['Purchase order no. 4711 on behalf of Miller', 'Miller'],
    ['Kunde: nr 4711 Miller', 'Miller'],
    ['Kunde: No.4711 Miller', 'Miller'],
    ['Auftrag von der Firma Miller', 'Miller'],
    ['order from Miller', 'Miller'],
  ])('is named without what is around it: %s', (line, name) => expect(customersIn([line])).toEqual([name]));

  it.each([
    'order of blue poplin',
    'Bestellung von 40 m',
    'Kunde Miller',
    'Kunde: X',
    `Kunde: ${'Miller '.repeat(12)}`,
    'Kunde: Lager',
    'Order by Friday',
  ])('is not named by %s', (line) => expect(customersIn([line])).toEqual([]));
});
