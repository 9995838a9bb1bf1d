import { type CorpusCase, text } from './corpus-case.ts';

/** Quantities as five languages write them, and what is no quantity. */
export const numbers: readonly CorpusCase[] = [
  {
    habit: 'a thousands comma or a decimal comma, for an English reader',
    text: text('Product\tQty', '12345\t1,234', '12346\t50'),
    lines: [
      [2, '12345', 1234],
      [3, '12346', 50],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'quantity',
        [
          [2, '12345', 1234],
          [3, '12346', 50],
        ],
        [
          [2, '12345', 1.234],
          [3, '12346', 50],
        ],
      ],
    ],
  },
  {
    habit: 'a thousands comma or a decimal comma, for a German reader',
    text: text('Product\tQty', '12345\t1,234'),
    locale: 'de',
    lines: [[2, '12345', 1.234]],
    skipped: [[1, 'header']],
    asks: [['quantity', [[2, '12345', 1.234]], [[2, '12345', 1234]]]],
  },
  {
    habit: 'a thousands point or a decimal point',
    text: text('Product\tQty', '12345\t1.234', '12346\t2.500'),
    locale: 'de',
    lines: [
      [2, '12345', 1234],
      [3, '12346', 2500],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'quantity',
        [
          [2, '12345', 1234],
          [3, '12346', 2500],
        ],
        [
          [2, '12345', 1.234],
          [3, '12346', 2.5],
        ],
      ],
    ],
  },
  {
    habit: 'one decimal comma settles the column against the locale',
    text: text('Product\tQty', '12345\t1.234', '12346\t2,5'),
    lines: [
      [2, '12345', 1234],
      [3, '12346', 2.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'one decimal point settles the column against the locale',
    text: text('Product\tQty', '12345\t1,234', '12346\t2.5'),
    locale: 'de',
    lines: [
      [2, '12345', 1234],
      [3, '12346', 2.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'both marks in one number, the last before the decimals',
    text: text('Product\tQty', 'A\t1.234,5', 'B\t12.345.678,25'),
    lines: [
      [2, 'A', 1234.5],
      [3, 'B', 12345678.25],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'Swiss apostrophes',
    text: text('Artikel\tMenge', "A\t1'234.5", 'B\t12\u2019345', 'C\t1.250'),
    locale: 'de-CH',
    lines: [
      [2, 'A', 1234.5],
      [3, 'B', 12345],
      [4, 'C', 1.25],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'thousands by spaces make a lone comma a decimal one',
    text: text('Article\tQuantité', 'A\t1 234', 'B\t1,234'),
    locale: 'en',
    lines: [
      [2, 'A', 1234],
      [3, 'B', 1.234],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a leading zero is never thousands',
    text: text('Article\tMenge', 'A\t0,125', 'B\t1,250'),
    lines: [
      [2, 'A', 0.125],
      [3, 'B', 1.25],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'both styles in one column leave only the open ones to ask about',
    text: text('Item\tQty', 'A\t1.234,5', 'B\t1,234.5', 'C\t1,234'),
    lines: [
      [2, 'A', 1234.5],
      [3, 'B', 1234.5],
      [4, 'C', 1234],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'quantity',
        [
          [2, 'A', 1234.5],
          [3, 'B', 1234.5],
          [4, 'C', 1234],
        ],
        [
          [2, 'A', 1234.5],
          [3, 'B', 1234.5],
          [4, 'C', 1.234],
        ],
      ],
    ],
  },
  {
    habit: 'lakhs and full-width and Arabic digits',
    text: text('Item\tQty', 'A\t1,00,000', 'B\t\uff12\uff15\uff10', 'C\t\u0661\u0662\u066b\u0665'),
    lines: [
      [2, 'A', 100000],
      [3, 'B', 250],
      [4, 'C', 12.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'units behind the number, with and without a space or a point',
    text: text('Item\tQty', 'A\t250m', 'B\t12 Stk.', 'C\t5 rouleaux', 'D\t3x', 'E\t2.5 kg', 'F\t10 m²'),
    lines: [
      [2, 'A', 250, '', 'm'],
      [3, 'B', 12, '', 'Stk'],
      [4, 'C', 5, '', 'rouleaux'],
      [5, 'D', 3],
      [6, 'E', 2.5, '', 'kg'],
      [7, 'F', 10, '', 'm2'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a quantity column formatted as money by mistake',
    text: text('Item;Qty', 'A;250,00 €', 'B;€ 12,50'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'A', 250],
      [3, 'B', 12.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'prices where quantities should be',
    text: text('AB-1\t9,95 €', 'AB-2\t12,50 €'),
    lines: [],
    refused: [
      [1, 'price'],
      [2, 'price'],
    ],
  },
  {
    habit: 'quantities that cannot be',
    text: text(
      'Item\tQty',
      'A\t',
      'B\t0',
      'C\t-5',
      'D\tten',
      'E\t50%',
      'F\t1.2345',
      'G\t1000000001',
      'H\t1E+05',
      'I\t#N/A',
      'J\t1/2',
      'K\t5-',
      'L\t(5)',
      'M\t0,000',
      'N\t250-300',
      'O\tca. 50',
      'P\t-',
      'Q\t1000000000',
      'R\t5.0000',
    ),
    lines: [
      [18, 'Q', 1000000000],
      [19, 'R', 5],
    ],
    refused: [
      [2, 'no-quantity'],
      [3, 'zero-quantity'],
      [4, 'negative-quantity'],
      [5, 'not-a-number'],
      [6, 'percent'],
      [7, 'too-many-decimals'],
      [8, 'too-large'],
      [9, 'shortened-quantity'],
      [10, 'spreadsheet-error'],
      [11, 'not-a-number'],
      [12, 'negative-quantity'],
      [13, 'negative-quantity'],
      [14, 'zero-quantity'],
      [15, 'not-a-number'],
      [16, 'not-a-number'],
      [17, 'no-quantity'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'product codes that a spreadsheet spoiled',
    text: text(
      'SKU\tQty',
      '1.23457E+11\t5',
      '4,00638E+12\t6',
      '05-Mar\t7',
      'Mrz 05\t8',
      '17.03.2026\t9',
      '2026-03-17\t10',
      '#NAME?\t11',
      '########\t12',
      '12E5\t13',
      'MAR-05\t14',
      '\t15',
    ),
    lines: [
      [10, '12E5', 13],
      [11, 'MAR-05', 14],
    ],
    refused: [
      [2, 'shortened-product'],
      [3, 'shortened-product'],
      [4, 'product-became-date'],
      [5, 'product-became-date'],
      [6, 'product-became-date'],
      [7, 'product-became-date'],
      [8, 'spreadsheet-error'],
      [9, 'spreadsheet-error'],
      [12, 'no-product'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a mail whose numbers leave it open',
    text: text('1,234 m of 12345', '12346: 50'),
    lines: [
      [1, '12345', 1234, '', 'm'],
      [2, '12346', 50],
    ],
    asks: [
      [
        'quantity',
        [
          [1, '12345', 1234, '', 'm'],
          [2, '12346', 50],
        ],
        [
          [1, '12345', 1.234, '', 'm'],
          [2, '12346', 50],
        ],
      ],
    ],
  },
];
