import { type CorpusCase, text } from './corpus-case.ts';

/** What shop, accounting and planning systems export or mail. */
export const shops: readonly CorpusCase[] = [
  {
    habit: 'a shop that mails an order as labelled lines',
    text: text(
      'Artikelnummer: 12345',
      'Bezeichnung: Satin blau',
      'Menge: 250 m',
      'Liefertermin: 17.03.2026',
      '',
      'Artikelnummer: 12346',
      'Bezeichnung: Samt',
      'Menge: 40 m',
      'Einzelpreis: 9,95 €',
    ),
    locale: 'de',
    lines: [
      [1, '12345', 250, '2026-03-17', 'm'],
      [6, '12346', 40, '', 'm'],
    ],
    skipped: [
      [2, 'field'],
      [3, 'field'],
      [4, 'field'],
      [7, 'field'],
      [8, 'field'],
      [9, 'field'],
    ],
  },
  {
    habit: 'a form with its labels in the first column',
    text: text('Product\tAB-1', 'Quantity\t250', 'Needed by\t2026-03-17'),
    lines: [[1, 'AB-1', 250, '2026-03-17']],
    skipped: [
      [2, 'field'],
      [3, 'field'],
    ],
  },
  {
    habit: 'labelled lines with one quantity missing',
    text: text('SKU: AB-1', 'Qty: 5', 'SKU: AB-2', 'SKU: AB-3', 'Qty: 6'),
    lines: [
      [1, 'AB-1', 5],
      [4, 'AB-3', 6],
    ],
    refused: [[3, 'no-quantity']],
    skipped: [
      [2, 'field'],
      [5, 'field'],
    ],
  },
  {
    habit: 'a web shop: ids of its own beside the SKU, money columns after',
    text: text(
      '"Order ID","Lineitem name","Lineitem sku","Lineitem quantity","Lineitem price","Total"',
      '"#1001","Satin blue, 140 cm","AB-1","250","12.50","3125.00"',
      '"#1001","Velvet red","AB-2","40","30.00","1200.00"',
    ),
    source: 'file',
    lines: [
      [2, 'AB-1', 250],
      [3, 'AB-2', 40],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a planning system: padded, trailing minus, sums between groups',
    text: text(
      'Pos.;Material;Kurztext;Bestellmenge;BME;Liefertermin;Nettopreis',
      '00010;000000000000012345;Satin;1.250,000;M;17.03.2026;12,50',
      '00020;000000000000012346;Samt;40,500-;M;17.03.2026;30,00',
      'Zwischensumme;;;1.209,500;M;;',
      'Gesamtsumme;;;1.209,500;M;;',
    ),
    locale: 'de',
    source: 'file',
    lines: [[2, '000000000000012345', 1250, '2026-03-17', 'M']],
    refused: [[3, 'negative-quantity']],
    skipped: [
      [1, 'header'],
      [4, 'total'],
      [5, 'total'],
    ],
  },
  {
    habit: 'an accounting printout with rulers, groups and totals',
    text: text(
      'Bestellung Nr. 4711 vom 02.01.2026',
      '================================',
      'Artikel | Menge | Preis',
      '--------+-------+------',
      'AB-1    | 5     | 9,95 €',
      'AB-2    | 6     | 9,95 €',
      '--------+-------+------',
      'Summe   | 11    | 109,45 €',
      'MwSt 19%|       | 20,80 €',
    ),
    locale: 'de',
    lines: [
      [5, 'AB-1', 5],
      [6, 'AB-2', 6],
    ],
    refused: [[9, 'no-quantity']],
    skipped: [
      [1, 'heading'],
      [2, 'ruler'],
      [3, 'header'],
      [4, 'ruler'],
      [7, 'ruler'],
      [8, 'total'],
    ],
  },
  {
    habit: 'totals in five languages, and products that sound like them',
    text: text(
      'Item\tQty',
      'Total Blackout\t5',
      'TOTAL-5\t6',
      'Summer dress\t7',
      'Total\t18',
      'Summe:\t18',
      'Sous-total\t18',
      'Totaal\t18',
      'Suma\t18',
      'Grand total\t18',
      '\tTotal: 18',
    ),
    lines: [
      [2, 'Total Blackout', 5],
      [3, 'TOTAL-5', 6],
      [4, 'Summer dress', 7],
    ],
    skipped: [
      [1, 'header'],
      [5, 'total'],
      [6, 'total'],
      [7, 'total'],
      [8, 'total'],
      [9, 'total'],
      [10, 'total'],
      [11, 'total'],
    ],
  },
  {
    habit: 'the grid of this very dashboard, pasted back',
    text: text(
      'Product\tName\tQuantity\tUnit\tNeeded by\tAnswer\tStatus\tDays\tNote',
      '12345\tSatin blue\t250.5\tm\t2026-03-17\t2026-03-10\tExpected\t12\tlevel falls to 5',
      '12346\tVelvet\t40\tm\t\t\tUnknown product\t\t',
    ),
    lines: [
      [2, '12345', 250.5, '2026-03-17', 'm'],
      [3, '12346', 40, '', 'm'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'the same product on several lines stays on several lines',
    text: text('Item;Qty', 'A1;5', 'A1;5', 'A1;7'),
    source: 'file',
    lines: [
      [2, 'A1', 5],
      [3, 'A1', 5],
      [4, 'A1', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'stock, minimum and packing quantities beside the one ordered',
    text: text('SKU;Min qty;Pack qty;Stock;Order qty', 'A1;10;5;900;50', 'A2;1;1;0;7'),
    source: 'file',
    lines: [
      [2, 'A1', 50],
      [3, 'A2', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'an export with an empty column in front and units of their own',
    text: text(';Artikel;;Menge;ME', ';AB-1;;250;Stück', ';AB-2;;1.000,5;Meter'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 250, '', 'Stück'],
      [3, 'AB-2', 1000.5, '', 'Meter'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'groups with a heading of their own',
    text: text('Item\tQty', 'Curtains', 'A1\t5', 'Cushions\t', 'A2\t6'),
    lines: [
      [3, 'A1', 5],
      [5, 'A2', 6],
    ],
    refused: [
      [2, 'prose'],
      [4, 'no-quantity'],
    ],
    skipped: [[1, 'header']],
  },
];
