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
    ['a sentence without legal form', ['eine Bestellung für Fa. Weber Textil bitte'], ['Weber Textil']],
    ['a line of the order', ['please send 40 m of CP-1001-SK for Miller GmbH by Friday'], ['Miller GmbH']],
    ['a German line', ['bitte 40 m 10001 für Weber & Söhne GmbH & Co. KG'], ['Weber & Söhne GmbH & Co. KG']],
    ['a letterhead', ['Weber Textil AG · Hauptstr. 5 · 12345 Köln', '40 m CP-1001-SK'], ['Weber Textil AG']],
    ['a signature', ['40 m CP-1001-SK', 'Best regards', 'Anna Miller', 'Harbour Sails, Inc.'], ['Harbour Sails, Inc.']],
    ['one that signs', ['40 m of 10001 and 5x 10009. Thanks, Maison Lefèvre'], ['Maison Lefèvre']],
    [
      'a signature without legal form',
      ['40 m 10001', 'Kind regards', 'Anna Miller', 'Harbour Sails', 'Sales Manager'],
      ['Harbour Sails'],
    ],
    ['a German signature', ['40 m 10001', 'Vielen Dank und beste Grüße', 'Weber & Söhne,'], ['Weber & Söhne']],
    [
      'a signature rather than what the goods are for',
      [
        "we'd like to order for Lobby West:",
        '40 m 10001',
        'Thanks,',
        'Ingrid Vollan',
        'Vollan Interiors',
        'Storgata 5',
      ],
      ['Vollan Interiors'],
    ],
    [
      'a signature in one line',
      ['order for Lobby West:', '40 m 10001', 'Thanks, Ingrid Vollan, Vollan Interiors'],
      ['Vollan Interiors'],
    ],
    [
      'a signature behind a first name',
      ['2 x 45 m (10006), 10012: 80 pcs. And 30 of the green thing. Thanks, Mona (Studio Mona)'],
      ['Studio Mona'],
    ],
    [
      'a signature behind a first name in a line below',
      ['40 m 10001', 'Thanks!', 'Mona, Studio Mona'],
      ['Studio Mona'],
    ],
    [
      'a signature in the line below',
      ['Bestellung für Lobby West', '40 m 10001', 'Viele Grüße', 'Ingrid Vollan | Vollan Interiors'],
      ['Vollan Interiors'],
    ],
    [
      'a signature before its street',
      ['order for Lobby West', 'Thanks', 'Ingrid Vollan', 'Vollan Interiors, High Street'],
      ['Vollan Interiors'],
    ],
    [
      'a signature with a legal form',
      ['order for Lobby West', 'Thanks', 'Ingrid', 'Vollan Interiors, Inc.'],
      ['Vollan Interiors, Inc.'],
    ],
    [
      'those for whom it is, signed by a person',
      ['order for Miller Interiors', 'Thanks', 'Anna Weber'],
      ['Miller Interiors'],
    ],
    [
      'those for whom it is, by their legal form',
      ['order for Miller Ltd', 'Thanks', 'Anna Weber', 'Harbour Sails'],
      ['Miller Ltd'],
    ],
    [
      'those for whom it is, as a customer',
      ['order for our customer Miller', 'Thanks', 'Anna Weber', 'Harbour Sails'],
      ['Miller'],
    ],
    ['a name that begins like a month', ['order for Mayer Interiors'], ['Mayer Interiors']],
    ['one named twice', ['Order for Miller GmbH', 'Miller GmbH, Leeds'], ['Miller GmbH']],
    ['two companies', ['Weber Textil AG', 'Miller GmbH'], ['Weber Textil AG', 'Miller GmbH']],
    ['a field before the sender', ['Weber Textil AG', 'Customer: Miller'], ['Miller']],
  ])('is named in %s', (_, lines, names) => expect(customersIn(lines)).toEqual(names));

  it.each<[string, string[]]>([
    ['a greeting', ['Dear Ms Miller,', 'please send 40 m of CP-1001-SK', 'thanks, Anna']],
    ['thanks for something', ['40 m of 10001', 'Many thanks for Monday', 'Thanks, Anna', 'Best, Sales Team']],
    ['a first name beside another end', ['40 m of 10001. Thanks, Mona, Best Regards', 'Thanks', 'Mona (Purchasing)']],
    ['what stands far behind the end', ['Thanks', 'Anna', '', '', 'Spring Sale']],
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
