import { type CorpusCase, text } from './corpus-case.ts';

/** Texts whose characters a program on the way took for others. */
export const encodings: readonly CorpusCase[] = [
  {
    habit: 'a French file read in the wrong encoding and saved again',
    text: text('RÃ©fÃ©rence;QuantitÃ©', 'AB-1;5', 'CÃ¢ble â€“ noir;6'),
    locale: 'fr',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'Câble – noir', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'French accents as they should be',
    text: text('Réf\tQté', 'PÂTE-1\t5', 'Câble à 3 brins\t6'),
    locale: 'fr',
    lines: [
      [2, 'PÂTE-1', 5],
      [3, 'Câble à 3 brins', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'bullets, dashes and apostrophes of Windows in Latin-1',
    text: text('\u0095 250 m of AB-1', '\u0096 1\u0092250.5 m of AB-2'),
    lines: [
      [1, 'AB-1', 250, '', 'm'],
      [2, 'AB-2', 1250.5, '', 'm'],
    ],
  },
  {
    habit: 'the source of a web page',
    text: text('AB-1&nbsp;x&nbsp;250', '250&nbsp;m of AB-2', '- 12 pi&egrave;ces de AB-3', '- 3 x A&amp;B-4'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 250, '', 'm'],
      [3, 'AB-3', 12, '', 'pièces'],
      [4, 'A&B-4', 3],
    ],
  },
  {
    habit: 'a shop that escapes its products',
    text: text('SKU;Qty', 'A&amp;B-1;5', '3&#47;4-VALVE;6', 'B&Q-1;7', 'R&D;8', 'X&#59;Y,9'),
    source: 'file',
    lines: [
      [2, 'A&B-1', 5],
      [3, '3/4-VALVE', 6],
      [4, 'B&Q-1', 7],
      [5, 'R&D', 8],
    ],
    refused: [[6, 'not-a-number']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'products in quotes within words',
    text: text('- 250 x "AB-1"', '- 40 x «AB-2»', '3 x “Satin 5”', 'AB-4" x 5', '6 x „AB-5“'),
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 40],
      [3, 'Satin 5', 3],
      [4, 'AB-4"', 5],
      [5, 'AB-5', 6],
    ],
  },
];
