import { type CorpusCase, text } from './corpus-case.ts';

/** Signs, brackets and columns of one’s own making. */
export const habits: readonly CorpusCase[] = [
  {
    habit: 'German words for whose article number it is',
    text: text('Kundenartikel;Lieferantenartikel;Menge', 'K-1;AB-1;5', 'K-2;AB-2;6'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'how many items, and their sum, at the end',
    text: text('Item;Qty', 'AB-1;5', '2 items;7'),
    source: 'file',
    lines: [[2, 'AB-1', 5]],
    skipped: [
      [1, 'header'],
      [3, 'total'],
    ],
  },
  {
    habit: 'packs, what each holds, and the quantity',
    text: text('Item;Packs;Per pack;Qty', 'AB-1;5;10;50'),
    source: 'file',
    lines: [[2, 'AB-1', 50]],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a French quotation with sums to the right',
    text: text(
      'Désignation\tRéf.\tQté\tP.U. HT\tTotal HT',
      'Satin bleu\tAB-1\t250,00\t9,95\t2 487,50',
      'Velours\tAB-2\t40,00\t12,50\t500,00',
      '\t\t\tTotal HT\t2 987,50',
      '\t\t\tTVA 20%\t597,50',
    ),
    locale: 'fr',
    lines: [
      [2, 'AB-1', 250],
      [3, 'AB-2', 40],
    ],
    refused: [[5, 'no-product']],
    skipped: [
      [1, 'header'],
      [4, 'total'],
    ],
  },
  {
    habit: 'bales beside metres',
    text: text('Referencia;Bultos;Metros', 'AB-1;5;250', 'AB-2;1;40'),
    locale: 'es',
    source: 'file',
    lines: [
      [2, 'AB-1', 250, '', 'Metros'],
      [3, 'AB-2', 40, '', 'Metros'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a row of dashes between product and quantity',
    text: text('12345 ---- 250', '12346 ---- 40'),
    lines: [
      [1, '12345', 250],
      [2, '12346', 40],
    ],
    asks: [
      [
        'columns',
        [
          [1, '12345', 250],
          [2, '12346', 40],
        ],
        [
          [1, '250', 12345],
          [2, '40', 12346],
        ],
      ],
    ],
  },
  {
    habit: 'a row of dots between product and quantity',
    text: text('12345 ........ 250 m', '12346 ........ 40 m'),
    lines: [
      [1, '12345', 250, '', 'm'],
      [2, '12346', 40, '', 'm'],
    ],
  },
  {
    habit: 'a planning system’s list with pipes and padding',
    text: text(
      '|  Pos|Material          |Menge     |ME |Lieferdat. |',
      '|-----|------------------|----------|---|-----------|',
      '|   10|12345             |   250,000|M  |17.03.2026 |',
      '|   20|12346             |    40,500|M  |17.03.2026 |',
    ),
    locale: 'de',
    lines: [
      [3, '12345', 250, '2026-03-17', 'M'],
      [4, '12346', 40.5, '2026-03-17', 'M'],
    ],
    skipped: [
      [1, 'header'],
      [2, 'ruler'],
    ],
    asks: [
      [
        'quantity',
        [
          [3, '12345', 250, '2026-03-17', 'M'],
          [4, '12346', 40.5, '2026-03-17', 'M'],
        ],
        [
          [3, '12345', 250000, '2026-03-17', 'M'],
          [4, '12346', 40500, '2026-03-17', 'M'],
        ],
      ],
    ],
  },
  {
    habit: 'a web shop’s mail with codes in brackets',
    text: text(
      'Product\tQuantity\tPrice',
      'Satin blue (#AB-1)\t5\t$49.75',
      'Velvet (#AB-2)\t6\t$59.70',
      'Subtotal:\t\t$109.45',
      'Shipping:\t\tFree',
      'Total:\t\t$109.45',
    ),
    locale: 'en-US',
    lines: [
      [2, 'Satin blue (#AB-1)', 5],
      [3, 'Velvet (#AB-2)', 6],
    ],
    refused: [[5, 'no-quantity']],
    skipped: [
      [1, 'header'],
      [4, 'total'],
      [6, 'total'],
    ],
  },
  {
    habit: 'Swiss thousands and dates',
    text: text('Art.-Nr.;Menge;ME;Liefertermin', "AB-1;1'250.5;m;17.03.2026", 'AB-2;40;m;18.03.2026'),
    locale: 'de-CH',
    source: 'file',
    lines: [
      [2, 'AB-1', 1250.5, '2026-03-17', 'm'],
      [3, 'AB-2', 40, '2026-03-18', 'm'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'dates with midnight behind them',
    text: text('Item,Qty,Needed by', 'AB-1,5,3/17/2026 12:00:00 AM'),
    locale: 'en-US',
    source: 'file',
    lines: [[2, 'AB-1', 5, '2026-03-17']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a remark behind each line',
    text: text('12345, 250, // blue', '12346, 40, // red'),
    lines: [
      [1, '12345', 250],
      [2, '12346', 40],
    ],
    asks: [
      [
        'columns',
        [
          [1, '12345', 250],
          [2, '12346', 40],
        ],
        [
          [1, '250', 12345],
          [2, '40', 12346],
        ],
      ],
    ],
  },
];
