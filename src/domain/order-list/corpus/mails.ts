import { type CorpusCase, text } from './corpus-case.ts';

/** Lines as people write them to each other. */
export const mails: readonly CorpusCase[] = [
  {
    habit: 'an English mail with greeting and signature',
    text: text(
      'Hi Anna,',
      '',
      'please send us',
      '250 m of 12345',
      '12345 x 250',
      '12345: 250',
      '- 250 x AB-123',
      '250x AB-123',
      'AB-123, 250 pcs',
      '',
      'Kind regards',
      'Bob',
      'Tel. +44 20 7946 0018',
    ),
    lines: [
      [4, '12345', 250, '', 'm'],
      [5, '12345', 250],
      [6, '12345', 250],
      [7, 'AB-123', 250],
      [8, 'AB-123', 250],
      [9, 'AB-123', 250, '', 'pcs'],
    ],
    refused: [
      [1, 'prose'],
      [3, 'prose'],
      [11, 'prose'],
      [12, 'prose'],
      [13, 'not-understood'],
    ],
  },
  {
    habit: 'a German mail',
    text: text(
      'Guten Tag Frau Maier,',
      'bitte liefern Sie:',
      '• 250 m von 12345',
      '• 12,5 m vom Artikel 12346',
      '• 30 Stück AB-123',
      '• Art.-Nr. 00471: 5 Stk.',
      '• 1.234,5 m von 777 bis 17. März 2026',
      'Mit freundlichen Grüßen',
    ),
    locale: 'de',
    lines: [
      [3, '12345', 250, '', 'm'],
      [4, '12346', 12.5, '', 'm'],
      [5, 'AB-123', 30, '', 'Stück'],
      [6, '00471', 5, '', 'Stk'],
      [7, '777', 1234.5, '2026-03-17', 'm'],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [8, 'prose'],
    ],
  },
  {
    habit: 'a French mail',
    text: text(
      'Bonjour,',
      '250 m de 12345',
      "40 mètres d'AB-123",
      '5 pièces du AB-124',
      'Réf. 00471 : 12 rouleaux',
      '2 000,5 m de 12346 pour le 17 mars 2026',
      'Cordialement',
    ),
    locale: 'fr',
    lines: [
      [2, '12345', 250, '', 'm'],
      [3, 'AB-123', 40, '', 'mètres'],
      [4, 'AB-124', 5, '', 'pièces'],
      [5, '00471', 12, '', 'rouleaux'],
      [6, '12346', 2000.5, '2026-03-17', 'm'],
    ],
    refused: [
      [1, 'prose'],
      [7, 'prose'],
    ],
  },
  {
    habit: 'a Dutch mail',
    text: text(
      'Beste,',
      'graag 250 m van 12345',
      '30 stuks AB-123',
      'AB-124: 5 rollen, levering 17 maart 2026',
      'Alvast bedankt',
    ),
    locale: 'nl',
    lines: [
      [2, '12345', 250, '', 'm'],
      [3, 'AB-123', 30, '', 'stuks'],
      [4, 'AB-124', 5, '2026-03-17', 'rollen'],
    ],
    refused: [
      [1, 'prose'],
      [5, 'prose'],
    ],
  },
  {
    habit: 'a Spanish mail',
    text: text(
      'Hola:',
      '250 m de 12345',
      '30 piezas del AB-123',
      'AB-124 - 12 uds. para el 17 de marzo de 2026',
      'Un saludo',
    ),
    locale: 'es',
    lines: [
      [2, '12345', 250, '', 'm'],
      [3, 'AB-123', 30, '', 'piezas'],
      [4, 'AB-124', 12, '2026-03-17', 'uds'],
    ],
    refused: [
      [1, 'prose'],
      [5, 'prose'],
    ],
  },
  {
    habit: 'numbered lines and quoted replies',
    text: text('> 1. 250 x AB-1', '> 2) AB-2: 40', '>> 3. 12345 x 5', '> - AB-4 (7 pcs)'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 40],
      [3, '12345', 5],
      [4, 'AB-4', 7, '', 'pcs'],
    ],
  },
  {
    habit: 'a list pasted from a word processor, a tab behind each bullet',
    text: text('·\t250 x AB-1', '·\t40 x AB-2', '3.\tAB-3: 5'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 40],
      [3, 'AB-3', 5],
    ],
  },
  {
    habit: 'quantities before product numbers, as one line with a code tells',
    text: text('250 x 12345', '100 x 12346', '5 x AB-123'),
    lines: [
      [1, '12345', 250],
      [2, '12346', 100],
      [3, 'AB-123', 5],
    ],
  },
  {
    habit: 'quantities before product numbers, with nothing that tells',
    text: text('250 x 12345', '100 x 12346'),
    lines: [
      [1, '250', 12345],
      [2, '100', 12346],
    ],
    asks: [
      [
        'columns',
        [
          [1, '250', 12345],
          [2, '100', 12346],
        ],
        [
          [1, '12345', 250],
          [2, '12346', 100],
        ],
      ],
    ],
  },
  {
    habit: 'two numbers and a space',
    text: text('12345 250', '12346 100'),
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
    habit: 'two numbers and a space under two words',
    text: text('Menge Artikel', '250 12345', '100 12346'),
    locale: 'de',
    lines: [
      [2, '12345', 250],
      [3, '12346', 100],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'names of several words need a unit or a sign',
    text: text('5 x Satin blue 140 cm', '250 m of Velvet red', 'Towel 50 x 70', 'Brussels, 17 March 2026', 'Room 12'),
    lines: [
      [1, 'Satin blue 140 cm', 5],
      [2, 'Velvet red', 250, '', 'm'],
    ],
    refused: [
      [3, 'not-understood'],
      [4, 'not-understood'],
      [5, 'not-understood'],
    ],
  },
  {
    habit: 'two orders in one line are refused, not cut',
    text: text('250 m of 12345 and 100 m of 12346', '12345: 250; 12346: 100', 'AB-1 x 5, AB-2 x 6'),
    lines: [],
    refused: [
      [1, 'not-understood'],
      [2, 'not-understood'],
      [3, 'not-understood'],
    ],
  },
  {
    habit: 'labelled on one line',
    text: text(
      'SKU: AB-123, Qty: 250',
      'Article 12345 - quantity 40 m',
      'Item no. 00471 qty 5',
      '12346 = 7',
      '12347 -> 8',
    ),
    lines: [
      [1, 'AB-123', 250],
      [2, '12345', 40, '', 'm'],
      [3, '00471', 5],
      [4, '12346', 7],
      [5, '12347', 8],
    ],
  },
  {
    habit: 'a table in the middle of a mail',
    text: text(
      'Dear all,',
      'we would like to order:',
      '',
      'Article\tMetres\tNeeded by',
      'AB-1\t250\t2026-03-17',
      'AB-2\t40.5\t',
      '',
      'and 5 x AB-3',
      'Best, Bob',
    ),
    lines: [
      [5, 'AB-1', 250, '2026-03-17', 'Metres'],
      [6, 'AB-2', 40.5, '', 'Metres'],
      [8, 'AB-3', 5],
    ],
    refused: [[9, 'prose']],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [4, 'header'],
    ],
  },
  {
    habit: 'products without quantities',
    text: text('12345', 'AB-123', '- 00471'),
    lines: [],
    refused: [
      [1, 'no-quantity'],
      [2, 'no-quantity'],
      [3, 'no-quantity'],
    ],
  },
];
