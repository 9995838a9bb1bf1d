import { type CorpusCase, text } from './corpus-case.ts';

/** What looks like one thing and is another. */
export const lookalikes: readonly CorpusCase[] = [
  {
    habit: 'raised, circled and broken digits',
    text: text('SKU\tQty', 'AB-1\t10²', 'AB-2\t5 m²', 'AB-3\t②', 'AB-4\t3½', 'AB-5\t7'),
    lines: [
      [3, 'AB-2', 5, '', 'm2'],
      [6, 'AB-5', 7],
    ],
    refused: [
      [2, 'not-a-number'],
      [4, 'not-a-number'],
      [5, 'not-a-number'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a shop’s days of payment and of fulfilment are no delivery dates',
    text: text(
      'Name,Paid at,Fulfilled at,Lineitem quantity,Lineitem name,Lineitem sku',
      '#1001,2026-11-01 10:00:00 -0500,2026-11-02 10:00:00 -0500,2,Blue shirt,SHIRT-M',
      '#1001,,,3,Red shirt,SHIRT-L',
    ),
    source: 'file',
    lines: [
      [2, 'SHIRT-M', 2],
      [3, 'SHIRT-L', 3],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'German days of entry and of change',
    text: text('Artikel;Menge;Erstellt am;Geändert am', 'AB-1;5;01.11.2026;02.11.2026'),
    locale: 'de',
    source: 'file',
    lines: [[2, 'AB-1', 5]],
    skipped: [[1, 'header']],
  },
  {
    habit: 'days under a word that nobody knows may be any days',
    text: text('SKU,Qty,Stichtag', 'AB-1,5,2027-01-05'),
    source: 'file',
    lines: [[2, 'AB-1', 5, '2027-01-05']],
    skipped: [[1, 'header']],
    asks: [['columns', [[2, 'AB-1', 5, '2027-01-05']], [[2, 'AB-1', 5]]]],
  },
  {
    habit: 'days below a Polish header',
    text: text('Indeks;Ilość;Data zamówienia', 'AB-1;5;2026-11-01'),
    locale: 'pl',
    source: 'file',
    lines: [[2, 'AB-1', 5, '2026-11-01']],
    skipped: [[1, 'header']],
    asks: [['columns', [[2, 'AB-1', 5, '2026-11-01']], [[2, 'AB-1', 5]]]],
  },
  {
    habit: 'required pieces',
    text: text('SKU,Description,Required', 'AB-1,Cable,5', 'AB-2,Wire,7'),
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'days and weeks under a word for what is wanted',
    text: text('Artikel\tMenge\tBenötigt', 'AB-1\t5\t17.03.2027', 'AB-2\t6\tKW 12'),
    locale: 'de',
    lines: [[2, 'AB-1', 5, '2027-03-17']],
    refused: [[3, 'week-not-day']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'delivery by weeks under a header that says so',
    text: text('Artikel\tMenge\tLieferwoche', 'AB-1\t5\tKW 12/2027', 'AB-2\t6\t2027-W12', 'AB-3\t7\t'),
    locale: 'de',
    lines: [[4, 'AB-3', 7]],
    refused: [
      [2, 'week-not-day'],
      [3, 'week-not-day'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'labels within lines that are no header',
    text: text('AB-1 qty 5', 'AB-2, qty: 6', 'AB-3, quantity 7', 'SKU AB-4, quantity 8'),
    lines: [
      [1, 'AB-1', 5],
      [2, 'AB-2', 6],
      [3, 'AB-3', 7],
      [4, 'AB-4', 8],
    ],
  },
  {
    habit: 'sizes beside a product number alone',
    text: text('SKU\tS\tM\tL', 'TEE\t4\t9\t3', 'CAP\t5\t7\t0'),
    lines: [
      [2, 'TEE', 4],
      [3, 'CAP', 5],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'columns',
        [
          [2, 'TEE', 4],
          [3, 'CAP', 5],
        ],
        [
          [2, 'TEE', 9],
          [3, 'CAP', 7],
        ],
        [[2, 'TEE', 3]],
      ],
    ],
  },
  {
    habit: 'cable cross-sections in a German mail',
    text: text('Hallo,', '10 Stk. NYM-J 3x1,5', 'NYM-J 5x2,5: 100 m', '3 x Kabel 5x2,5 schwarz', 'Gruß'),
    locale: 'de',
    lines: [
      [2, 'NYM-J 3x1,5', 10, '', 'Stk'],
      [3, 'NYM-J 5x2,5', 100, '', 'm'],
      [4, 'Kabel 5x2,5 schwarz', 3],
    ],
    refused: [
      [1, 'prose'],
      [5, 'prose'],
    ],
  },
  {
    habit: 'decimal commas behind names, which no comma separates',
    text: text('Satin blau 1,5', 'Samt rot 2,5', 'Kabel 3x1,5 100'),
    locale: 'de',
    lines: [],
    refused: [
      [1, 'not-understood'],
      [2, 'not-understood'],
      [3, 'not-understood'],
    ],
  },
  {
    habit: 'a file whose product names end in a figure',
    text: text('Widget 2,5', 'Widget 3,7'),
    source: 'file',
    lines: [
      [1, 'Widget 2', 5],
      [2, 'Widget 3', 7],
    ],
  },
  {
    habit: 'questions that are orders',
    text: text('250 metres of 12345, when?', '40 pcs of AB-1?', '3 x AB-2, please?'),
    lines: [
      [1, '12345', 250, '', 'metres'],
      [2, 'AB-1', 40, '', 'pcs'],
      [3, 'AB-2', 3],
    ],
  },
  {
    habit: 'boxes to tick and arrows',
    text: text('- [ ] 250 x AB-1', '- [x] 40 x AB-2', '➢ 3 x AB-3', '■ AB-4: 5'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 40],
      [3, 'AB-3', 3],
      [4, 'AB-4', 5],
    ],
  },
  {
    habit: 'codes that begin like a label, and labels',
    text: text(
      'ART-100 x 5',
      'MAT-1: 6',
      'ITEM-7, 8 pcs',
      '3 x REF-33',
      'Art.Nr.12345 x 2',
      'Item#77 x 3',
      'SKU=AB-1;QTY=5',
      'no AB-3 x 4',
    ),
    lines: [
      [1, 'ART-100', 5],
      [2, 'MAT-1', 6],
      [3, 'ITEM-7', 8, '', 'pcs'],
      [4, 'REF-33', 3],
      [5, '12345', 2],
      [6, '77', 3],
      [7, 'AB-1', 5],
      [8, 'no AB-3', 4],
    ],
  },
  {
    habit: 'the table of a German PDF, copied without its columns',
    text: text('10 12345 Kabel schwarz 250,00 m 1,20 300,00', '20 12346 Dose 40,00 Stk 2,00 80,00'),
    locale: 'de',
    source: 'file',
    lines: [],
    refused: [
      [1, 'not-understood'],
      [2, 'not-understood'],
    ],
  },
  {
    habit: 'separators within names that nobody quoted',
    text: text('SKU;Name;Qty', 'A;Cable; 3;5', 'B;Other;5;extra', 'C;More;6', 'D;Same;7', 'E;Again;8'),
    source: 'file',
    lines: [
      [3, 'B', 5],
      [4, 'C', 6],
      [5, 'D', 7],
      [6, 'E', 8],
    ],
    refused: [[2, 'too-many-cells']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'decimal commas in every line of a file parted by commas',
    text: text('Artikel,Menge', 'AB-1,1,5', 'AB-2,2,5'),
    locale: 'de',
    source: 'file',
    lines: [],
    refused: [
      [2, 'too-many-cells'],
      [3, 'too-many-cells'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a column of prices that the header forgot',
    text: text('SKU;Qty', 'A;5;1.20', 'B;6;2.20'),
    source: 'file',
    lines: [
      [2, 'A', 5],
      [3, 'B', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'control characters that nobody sees',
    text: text('S\0K\0U\0,\0Q\0t\0y\0', '\0A\0B\0,\x005\0', 'CD\u0007,6'),
    source: 'file',
    lines: [
      [2, 'AB', 5],
      [3, 'CD', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a header of which one word of two is known',
    text: text('Bezug;Menge', 'AB-1;5', 'AB-2;6'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'afterthoughts of a French and a German mail',
    text: text(
      'Il me faudrait 250 m de la réf. 12345 pour le 15/03/2027',
      'noch 30 lfm 12346 bis 15.03.2027',
      '1 VE AB-8',
    ),
    locale: 'fr',
    lines: [
      [1, '12345', 250, '2027-03-15', 'm'],
      [2, '12346', 30, '2027-03-15', 'lfm'],
      [3, 'AB-8', 1, '', 'VE'],
    ],
  },
];
