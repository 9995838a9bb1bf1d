import { type CorpusCase, text } from './corpus-case.ts';

/** Cells copied from a spreadsheet. */
export const spreadsheets: readonly CorpusCase[] = [
  {
    habit: 'two bare columns: product first, and asked',
    text: text('12345\t250', '12346\t100', ''),
    lines: [
      [1, '12345', 250],
      [2, '12346', 100],
    ],
    asks: [
      [
        'columns',
        [
          [1, '12345', 250],
          [2, '12346', 100],
        ],
        [
          [1, '250', 12345],
          [2, '100', 12346],
        ],
      ],
    ],
  },
  {
    habit: 'decimals tell which of two columns is the quantity',
    text: text('12,5\t12345', '100\t12346'),
    locale: 'de',
    lines: [
      [1, '12345', 12.5],
      [2, '12346', 100],
    ],
  },
  {
    habit: 'header in English with rows beneath and a sum',
    text: text('Product\tDescription\tQty', '12345\tSatin blue\t250', '12346\tSatin red\t100', '\t\t350'),
    lines: [
      [2, '12345', 250],
      [3, '12346', 100],
    ],
    skipped: [
      [1, 'header'],
      [4, 'total'],
    ],
  },
  {
    habit: 'a sum that is none of the lines added up is no total',
    text: text('Product\tQty', '12345\t250', '12346\t100', '\t360'),
    lines: [
      [2, '12345', 250],
      [3, '12346', 100],
    ],
    refused: [[4, 'no-product']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'cell with line breaks and quotes, as Excel copies it',
    text: text('SKU\tRemark\tQuantity', 'AB-1\t"cut in ""halves""', 'and rolled"\t5', 'AB-2\t\t7'),
    lines: [
      [2, 'AB-1', 5],
      [4, 'AB-2', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'an inch sign at the start and end of names swallows nothing',
    text: text('Article\tMenge', '"Rohr 5\t12', 'Rohr 6"\t14', '12"\t3'),
    locale: 'de',
    lines: [
      [2, '"Rohr 5', 12],
      [3, 'Rohr 6"', 14],
      [4, '12"', 3],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'two stray quotes lines apart are not one cell',
    text: text('Product\tQty', '"A-1\t5', 'A-2\t6', 'A-3"\t7'),
    lines: [
      [2, '"A-1', 5],
      [3, 'A-2', 6],
      [4, 'A-3"', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'leading zeros and apostrophes',
    text: text("'00123\t5", "'00124\t7", '01000\t3'),
    lines: [
      [1, '00123', 5],
      [2, '00124', 7],
      [3, '01000', 3],
    ],
  },
  {
    habit: 'no-break, thin and zero-width characters around and inside',
    text: text('\ufeffProduct\tQty', '\u00a012345\u200b\t1\u202f234\u00a0', '\u200e12346\u2009\t2\u2009500,5'),
    locale: 'fr',
    lines: [
      [2, '12345', 1234],
      [3, '12346', 2500.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'old Mac line ends and rows without cells',
    text: 'Item\tQuantity\r\r\t\r12345\t5\r',
    lines: [[4, '12345', 5]],
    skipped: [[1, 'header']],
  },
  {
    habit: 'columns at the side that are none of our business',
    text: text(
      'Pos\tArtikel-Nr.\tBezeichnung\tFarbe\tMenge\tME\tEinzelpreis\tGesamtpreis\tWunschtermin',
      '10\t4711\tSatin\tblau\t250\tm\t12,50 €\t3.125,00 €\t17.03.2026',
      '20\t4712\tSamt\trot\t40,5\tm\t30,00 €\t1.215,00 €\t',
    ),
    locale: 'de',
    lines: [
      [2, '4711', 250, '2026-03-17', 'm'],
      [3, '4712', 40.5, '', 'm'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'position numbers in front, no header',
    text: text('1\tAB-101\t250', '2\tAB-102\t100', '3\tAB-103\t75'),
    lines: [
      [1, 'AB-101', 250],
      [2, 'AB-102', 100],
      [3, 'AB-103', 75],
    ],
  },
  {
    habit: 'position, number, name, quantity, price and sum, no header',
    text: text('1\t12345\tSatin\t250 m\t€ 12.50\t€ 3,125.00', '2\t12346\tVelvet\t40 m\t€ 30.00\t€ 1,200.00'),
    lines: [
      [1, '12345', 250, '', 'm'],
      [2, '12346', 40, '', 'm'],
    ],
  },
  {
    habit: 'names only, with quantities behind',
    text: text('Satin blue\t250', 'Velvet red\t12.5'),
    lines: [
      [1, 'Satin blue', 250],
      [2, 'Velvet red', 12.5],
    ],
  },
  {
    habit: 'a number before a name may be its quantity or its product number',
    text: text('5\tSatin blue', '7\tVelvet red'),
    lines: [
      [1, 'Satin blue', 5],
      [2, 'Velvet red', 7],
    ],
    asks: [
      [
        'columns',
        [
          [1, 'Satin blue', 5],
          [2, 'Velvet red', 7],
        ],
        [],
      ],
    ],
  },
  {
    habit: 'two columns that may be the quantity',
    text: text('AB-1\t250\t12', 'AB-2\t100\t10'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 100],
    ],
    asks: [
      [
        'columns',
        [
          [1, 'AB-1', 250],
          [2, 'AB-2', 100],
        ],
        [
          [1, 'AB-1', 12],
          [2, 'AB-2', 10],
        ],
      ],
    ],
  },
  {
    habit: 'a header that nobody knows, above numbers',
    text: text('Foo\tBar', 'AB-1\t250', 'AB-2\t100'),
    lines: [
      [2, 'AB-1', 250],
      [3, 'AB-2', 100],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'header repeated on every page',
    text: text('Item\tQty', 'A1\t5', 'Item\tQty', 'A2\t6'),
    lines: [
      [2, 'A1', 5],
      [4, 'A2', 6],
    ],
    skipped: [
      [1, 'header'],
      [3, 'header'],
    ],
  },
  {
    habit: 'two tables with their columns in another order',
    text: text('Item\tQty', 'A1\t5', '', 'Qty\tItem', '6\tA2'),
    lines: [
      [2, 'A1', 5],
      [5, 'A2', 6],
    ],
    skipped: [
      [1, 'header'],
      [4, 'header'],
    ],
  },
  {
    habit: 'titles above the header, totals and a remark below',
    text: text('Order 4711 of ACME', 'Customer\tACME', '', 'Code\tPieces', 'X-1\t5', 'X-2\t6', 'Total\t11', 'Thanks!'),
    lines: [
      [5, 'X-1', 5, '', 'Pieces'],
      [6, 'X-2', 6, '', 'Pieces'],
    ],
    refused: [[8, 'prose']],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [4, 'header'],
      [7, 'total'],
    ],
  },
];
