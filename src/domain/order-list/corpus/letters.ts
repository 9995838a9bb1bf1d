import { type CorpusCase, text } from './corpus-case.ts';

/** How buyers of several countries write. */
export const letters: readonly CorpusCase[] = [
  {
    habit: 'an Italian mail',
    text: text(
      'Buongiorno,',
      'Vi preghiamo di inviarci:',
      '- 250 metri AB-123',
      '- n. 30 pz. AB-124',
      '- AB-125 x 12 entro il 17/03/2026',
      'Grazie',
    ),
    locale: 'it',
    lines: [
      [3, 'AB-123', 250, '', 'metri'],
      [5, 'AB-125', 12, '2026-03-17'],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [4, 'not-understood'],
      [6, 'prose'],
    ],
  },
  {
    habit: 'a Dutch mail with every kind of bullet',
    text: text(
      'Hallo,',
      'Graag bestellen wij:',
      '- 250 meter AB-123',
      '- 30 st. AB-124',
      '- AB-125 (12 stuks)',
      '- 2x doos AB-126',
      'mvg Jan',
    ),
    locale: 'nl',
    lines: [
      [3, 'AB-123', 250, '', 'meter'],
      [4, 'AB-124', 30, '', 'st'],
      [5, 'AB-125', 12, '', 'stuks'],
      [6, 'AB-126', 2, '', 'doos'],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [7, 'prose'],
    ],
  },
  {
    habit: 'a French mail with brackets and a telephone number',
    text: text(
      'Bonjour,',
      'Merci de nous livrer :',
      '- AB-123 : 250 ml',
      '- 30 pcs AB-124',
      '- 12 x AB-125',
      '- AB-126 (x5)',
      'Tél : 01 42 33 44 55',
    ),
    locale: 'fr',
    lines: [
      [3, 'AB-123', 250, '', 'ml'],
      [4, 'AB-124', 30, '', 'pcs'],
      [5, 'AB-125', 12],
      [6, 'AB-126', 5],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [7, 'not-understood'],
    ],
  },
  {
    habit: 'a Spanish mail with a day in words',
    text: text(
      'Buenos días:',
      'necesitamos 250 m de AB-123',
      '30 piezas de AB-124',
      'AB-125 - 12 uds.',
      '2.000,5 m de 12346 para el 17 de marzo de 2026',
      'Saludos',
    ),
    locale: 'es',
    lines: [
      [2, 'AB-123', 250, '', 'm'],
      [3, 'AB-124', 30, '', 'piezas'],
      [4, 'AB-125', 12, '', 'uds'],
      [5, '12346', 2000.5, '2026-03-17', 'm'],
    ],
    refused: [
      [1, 'prose'],
      [6, 'prose'],
    ],
  },
  {
    habit: 'an English mail of a buyer who counts in offs',
    text: text(
      'Morning Sue,',
      'Could we please have 40m of 12345 and 25m of 12346 asap',
      'also 3 off AB-77',
      '2no. AB-78',
      '10 nr AB-79',
      'Cheers',
    ),
    locale: 'en-GB',
    lines: [[3, 'AB-77', 3, '', 'off']],
    refused: [
      [1, 'prose'],
      [2, 'not-understood'],
      [4, 'not-understood'],
      [5, 'not-understood'],
      [6, 'prose'],
    ],
  },
  {
    habit: 'a German mail with positions, a price and a week',
    text: text(
      'Hallo Herr Schmidt,',
      'wir bestellen wie folgt:',
      'Pos. 1: 250 lfm Art. 12345',
      'Pos. 2: 40 lfm Art. 12346',
      'à 9,95 €',
      'LT: KW 12',
    ),
    locale: 'de',
    lines: [
      [3, '12345', 250, '', 'lfm'],
      [4, '12346', 40, '', 'lfm'],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [5, 'not-understood'],
      [6, 'not-understood'],
    ],
  },
  {
    habit: 'an American mail with numbered lines in yards',
    text: text('Hi team,', 'Please ship:', '(1) 12345 - 1,000 yds', '(2) 12346 - 2,500 yds', 'Need by 3/17/2026'),
    locale: 'en-US',
    lines: [
      [3, '12345', 1000, '', 'yds'],
      [4, '12346', 2500, '', 'yds'],
    ],
    refused: [
      [1, 'prose'],
      [2, 'prose'],
      [5, 'not-understood'],
    ],
    asks: [
      [
        'quantity',
        [
          [3, '12345', 1000, '', 'yds'],
          [4, '12346', 2500, '', 'yds'],
        ],
        [
          [3, '12345', 1, '', 'yds'],
          [4, '12346', 2.5, '', 'yds'],
        ],
      ],
    ],
  },
  {
    habit: 'lines of a chat with time and name',
    text: text('[02.01.26, 10:15] Anna: 12345 250m', '[02.01.26, 10:16] Anna: 12346 40m'),
    locale: 'de',
    lines: [
      [1, '12345', 250, '', 'm'],
      [2, '12346', 40, '', 'm'],
    ],
  },
  {
    habit: 'the unit between the count and the code',
    text: text('- 2x doos AB-126', '- 3 x rolls AB-127', '- 4 x Satin blue'),
    locale: 'nl',
    lines: [
      [1, 'AB-126', 2, '', 'doos'],
      [2, 'AB-127', 3, '', 'rolls'],
      [3, 'Satin blue', 4],
    ],
  },
  {
    habit: 'an answer to a mail with its lines quoted',
    text: text('On Mon, 2 Jan 2026 at 10:15, Anna wrote:', '> 250 m of 12345', '> 40 m of 12346'),
    lines: [
      [2, '12345', 250, '', 'm'],
      [3, '12346', 40, '', 'm'],
    ],
    refused: [[1, 'not-understood']],
  },
  {
    habit: 'thousands shortened to k are for the person to write out',
    text: text('AB-1: 2k', 'AB-2: 1.5k'),
    lines: [],
    refused: [
      [1, 'not-understood'],
      [2, 'not-understood'],
    ],
  },
  {
    habit: 'fractions are for the person to write out',
    text: text('AB-1: ½ m', 'AB-2: 2½ m', 'AB-3: 1/2 m'),
    lines: [],
    refused: [
      [1, 'not-understood'],
      [2, 'not-understood'],
      [3, 'not-understood'],
    ],
  },
];
