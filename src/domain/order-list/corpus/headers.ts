import { type CorpusCase, text } from './corpus-case.ts';

/** Columns by the words above them. */
export const headers: readonly CorpusCase[] = [
  {
    habit: 'French headers with accents and a degree sign',
    text: text(
      'N° article;Désignation;Qté;Unité;Date de livraison souhaitée',
      'AB-1;Satin;1 234,5;m;17/03/2026',
      'AB-2;Velours;5;m;',
    ),
    locale: 'fr',
    lines: [
      [2, 'AB-1', 1234.5, '2026-03-17', 'm'],
      [3, 'AB-2', 5, '', 'm'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'Dutch headers',
    text: text(
      'Artikelnummer\tOmschrijving\tAantal\tEenheid\tGewenste leverdatum',
      '12345\tSatijn\t250\tm\t17-03-2026',
    ),
    locale: 'nl',
    lines: [[2, '12345', 250, '2026-03-17', 'm']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'Spanish headers',
    text: text('Código;Descripción;Cantidad;Ud.;Fecha de entrega', '00471;Satén azul;1.234,5;m;17/03/2026'),
    locale: 'es',
    lines: [[2, '00471', 1234.5, '2026-03-17', 'm']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'German headers without umlauts, in capitals, the quantity first',
    text: text('BESTELLMENGE;MENGENEINHEIT;MATERIAL-NR.;BENOETIGT BIS', '250;ST;12345;17.03.26'),
    locale: 'de',
    lines: [[2, '12345', 250, '2026-03-17', 'ST']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'camel case of programs',
    text: text(
      'lineNo,productId,unitPrice,orderQty,requiredDate',
      '1,12345,9.99,250,2026-03-17',
      '2,12346,9.99,10,2026-03-18',
    ),
    source: 'file',
    lines: [
      [2, '12345', 250, '2026-03-17'],
      [3, '12346', 10, '2026-03-18'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'underscores of databases',
    text: text(
      'id;item_code;item_name;qty_ordered;qty_available;need_by',
      '1;A-1;bolt;5;900;2026-03-17',
      '2;A-2;nut;6;0;',
    ),
    source: 'file',
    lines: [
      [2, 'A-1', 5, '2026-03-17'],
      [3, 'A-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'the unit and the way of the dates in brackets',
    text: text('Article\tQuantity (m)\tNeeded by (dd/mm/yyyy)', 'AB-1\t250\t03/04/2026'),
    lines: [[2, 'AB-1', 250, '2026-04-03', 'm']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a product column of names beside one of codes',
    text: text('Product;SKU;Amount', 'Satin blue;AB-1;5', 'Velvet;AB-2;6'),
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'names where there is no code column',
    text: text('Description;Quantity', 'Satin blue;5', 'Velvet;6'),
    source: 'file',
    lines: [
      [2, 'Satin blue', 5],
      [3, 'Velvet', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'an item column that counts the lines',
    text: text('Item\tMaterial\tOrder quantity', '10\t4711\t5', '20\t4712\t6', '30\t4713\t7'),
    lines: [
      [2, '4711', 5],
      [3, '4712', 6],
      [4, '4713', 7],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a number column that counts, and one that does not',
    text: text('Nr.;Bezeichnung;Anzahl', '4711;Satin;5', '815;Samt;6'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, '4711', 5],
      [3, '815', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'an EAN beside the article',
    text: text('Article,EAN,Pieces', 'AB-1,4006381333931,5', 'AB-2,4006381333948,6'),
    source: 'file',
    lines: [
      [2, 'AB-1', 5, '', 'Pieces'],
      [3, 'AB-2', 6, '', 'Pieces'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'an EAN and nothing else',
    text: text('EAN;Stück', '4006381333931;5', '4006381333948;6'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, '4006381333931', 5, '', 'Stück'],
      [3, '4006381333948', 6, '', 'Stück'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'the order date is not the date needed',
    text: text('Order date;Item;Qty;Delivery date', '2026-01-02;A1;5;2026-03-17'),
    source: 'file',
    lines: [[2, 'A1', 5, '2026-03-17']],
    skipped: [[1, 'header']],
  },
  {
    habit: 'Nombre counts in French and names in Spanish',
    text: text('Référence;Nombre', 'AB-1;5', 'AB-2;6'),
    locale: 'fr',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'Nombre beside Cantidad is a name',
    text: text('Nombre;Cantidad', 'Satén azul;5', 'Terciopelo;6'),
    locale: 'es',
    source: 'file',
    lines: [
      [2, 'Satén azul', 5],
      [3, 'Terciopelo', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'only one word of the header is known',
    text: text('Foo;Menge;Bar', 'AB-1;5;x', 'AB-2;6;y'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'one known word tells which of two number columns counts',
    text: text('Foo;Menge;Lagerplatz', '4711;5;12', '4712;6;13'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, '4711', 5],
      [3, '4712', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'two columns with one header',
    text: text('Item;Qty;Qty', 'A1;5;50', 'A2;6;60'),
    source: 'file',
    lines: [
      [2, 'A1', 5],
      [3, 'A2', 6],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'columns',
        [
          [2, 'A1', 5],
          [3, 'A2', 6],
        ],
        [
          [2, 'A1', 50],
          [3, 'A2', 60],
        ],
      ],
    ],
  },
];
