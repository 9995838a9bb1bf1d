import { type CorpusCase, text } from './corpus-case.ts';

/** Rows where a title or the foot of a page would be. */
export const pages: readonly CorpusCase[] = [
  {
    habit: 'the number of the page after each page',
    text: text(
      'Artikel;Menge;Einheit',
      'AB-1;5;m',
      'AB-2;6;m',
      'Seite 1 von 3;;',
      'Artikel;Menge;Einheit',
      'AB-3;7;m',
      'Seite 2 von 3;;',
    ),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 5, '', 'm'],
      [3, 'AB-2', 6, '', 'm'],
      [6, 'AB-3', 7, '', 'm'],
    ],
    skipped: [
      [1, 'header'],
      [4, 'page'],
      [5, 'header'],
      [7, 'page'],
    ],
  },
  {
    habit: 'the number of the page in a line of its own, the header again',
    text: text('Article\tQty', 'AB-1\t5', 'Page 1 of 3', 'Article\tQty', 'AB-2\t6', 'Page 2 of 3'),
    lines: [
      [2, 'AB-1', 5],
      [5, 'AB-2', 6],
    ],
    skipped: [
      [1, 'header'],
      [3, 'page'],
      [4, 'header'],
      [6, 'page'],
    ],
  },
  {
    habit: 'French page numbers',
    text: text('Réf;Qté', 'AB-1;5', 'Page 1/2;', 'AB-2;6', 'Page 2 sur 2;'),
    locale: 'fr',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [4, 'AB-2', 6],
    ],
    skipped: [
      [1, 'header'],
      [3, 'page'],
      [5, 'page'],
    ],
  },
  {
    habit: 'an order row above the header stays one',
    text: text('AB-9;7;m', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [
      [1, 'AB-9', 7, '', 'm'],
      [3, 'AB-1', 5, '', 'm'],
    ],
    skipped: [[2, 'header']],
  },
  {
    habit: 'order rows of bare numbers above the header are asked about',
    text: text('12345;250', '12346;40', 'Article;Quantity', '12347;12'),
    source: 'file',
    lines: [
      [1, '12345', 250],
      [2, '12346', 40],
      [4, '12347', 12],
    ],
    skipped: [[3, 'header']],
    asks: [
      [
        'columns',
        [
          [1, '12345', 250],
          [2, '12346', 40],
          [4, '12347', 12],
        ],
        [
          [1, '250', 12345],
          [2, '40', 12346],
          [4, '12347', 12],
        ],
      ],
    ],
  },
  {
    habit: 'a name and a number above the header are for the person to tell',
    text: text('Satin;5;', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [[3, 'AB-1', 5, '', 'm']],
    refused: [[1, 'not-understood']],
    skipped: [[2, 'header']],
  },
];
