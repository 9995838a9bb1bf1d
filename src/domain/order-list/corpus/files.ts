import { type CorpusCase, text } from './corpus-case.ts';

/** CSV and text files, as programs and people write them. */
export const files: readonly CorpusCase[] = [
  {
    habit: 'semicolons with decimal commas',
    text: text('Artikel;Menge', '100;1,5', '200;20,25'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, '100', 1.5],
      [3, '200', 20.25],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'commas, every cell quoted, line breaks of Windows',
    text: '"product","name","quantity"\r\n"12345","Satin, blue","1,234.5"\r\n"12346","Velvet","7"\r\n',
    source: 'file',
    lines: [
      [2, '12345', 1234.5],
      [3, '12346', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'commas with unquoted decimal commas are refused, not cut',
    text: text('product,quantity', '12345,1,5', '12346,7'),
    source: 'file',
    lines: [[3, '12346', 7]],
    refused: [[2, 'too-many-cells']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'commas with unquoted decimal commas and no header are asked about',
    text: text('AB-1,1,5', 'AB-2,2,5'),
    source: 'file',
    lines: [
      [1, 'AB-1', 1],
      [2, 'AB-2', 2],
    ],
    asks: [
      [
        'columns',
        [
          [1, 'AB-1', 1],
          [2, 'AB-2', 2],
        ],
        [
          [1, 'AB-1', 5],
          [2, 'AB-2', 5],
        ],
      ],
    ],
  },
  {
    habit: 'a separator named in the first line, for Excel',
    text: text('sep=;', 'SKU;Qty', '00123;5'),
    source: 'file',
    lines: [[3, '00123', 5]],
    skipped: [
      [1, 'header'],
      [2, 'header'],
    ],
  },
  {
    habit: 'codes written as ="00123" so that a spreadsheet keeps their zeros',
    text: text('Code;Quantity', '="00123";5', '="00124";6'),
    source: 'file',
    lines: [
      [2, '00123', 5],
      [3, '00124', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'pipes without a frame',
    text: text('AB-1|250', 'AB-2|1,5'),
    locale: 'nl',
    source: 'file',
    lines: [
      [1, 'AB-1', 250],
      [2, 'AB-2', 1.5],
    ],
  },
  {
    habit: 'a Markdown table',
    text: text('| Product | Qty |', '|---------|----:|', '| 12345 | 250 |', '| 12346 | 10 |'),
    lines: [
      [3, '12345', 250],
      [4, '12346', 10],
    ],
    skipped: [
      [1, 'header'],
      [2, 'ruler'],
    ],
  },
  {
    habit: 'a table framed by a terminal',
    text: text(
      '+------+-----+',
      '| sku  | qty |',
      '+------+-----+',
      '| A-1  |   5 |',
      '| A-2  |  60 |',
      '+------+-----+',
      '(2 rows)',
    ),
    lines: [
      [4, 'A-1', 5],
      [5, 'A-2', 60],
    ],
    refused: [[7, 'not-understood']],
    skipped: [
      [1, 'ruler'],
      [2, 'header'],
      [3, 'ruler'],
      [6, 'ruler'],
    ],
  },
  {
    habit: 'columns lined up by spaces',
    text: text(
      'Article        Colour        Quantity',
      '=======================================',
      'AB-1           dark blue          250',
      'AB-2           red                 40',
    ),
    lines: [
      [3, 'AB-1', 250],
      [4, 'AB-2', 40],
    ],
    skipped: [
      [1, 'header'],
      [2, 'ruler'],
    ],
  },
  {
    habit: 'each line saved as one quoted cell',
    text: text('"Product,Name,Quantity"', '"12345,""Satin, blue"",250"', '"12346,Velvet,7"'),
    source: 'file',
    lines: [
      [2, '12345', 250],
      [3, '12346', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a remark over two lines in quotes counts physical lines',
    text: text('Product;Remark;Quantity', '12345;"please', 'iron";5', '12346;;6', '', '12347;;7'),
    source: 'file',
    lines: [
      [2, '12345', 5],
      [4, '12346', 6],
      [6, '12347', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a quote that is never closed',
    text: text('Product;Remark;Quantity', '12345;"please;5', '12346;;6'),
    source: 'file',
    lines: [
      [2, '12345', 5],
      [3, '12346', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'short rows, long rows and rows of separators only',
    text: text('Product;Quantity', '12345', '12346;5;;;', ';;;', '12347;6;call first', ';8'),
    source: 'file',
    lines: [
      [3, '12346', 5],
      [5, '12347', 6],
    ],
    refused: [
      [2, 'no-quantity'],
      [6, 'no-product'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'commas and spaces between cells, decimal commas in them',
    text: text('AB-1, 1,5 m', 'AB-2, 12 m'),
    locale: 'es',
    lines: [
      [1, 'AB-1', 1.5, '', 'm'],
      [2, 'AB-2', 12, '', 'm'],
    ],
  },
  {
    habit: 'a file with tabs, semicolons within names',
    text: text('item\tname\tqty', 'A1\tbolt; M5\t5', 'A2\tnut; M5\t6'),
    source: 'file',
    lines: [
      [2, 'A1', 5],
      [3, 'A2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'one bare pair in a file without header',
    text: '12345;250',
    source: 'file',
    lines: [[1, '12345', 250]],
    asks: [['columns', [[1, '12345', 250]], [[1, '250', 12345]]]],
  },
  { habit: 'nothing at all', text: '', lines: [] },
  { habit: 'blank lines, spaces and a byte order mark', text: '\ufeff\n \t \n\u00a0\n\r\n', lines: [] },
];
