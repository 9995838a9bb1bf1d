import { type CorpusCase, text } from './corpus-case.ts';

/** What stands above a list: titles, addresses, dates. */
export const letterheads: readonly CorpusCase[] = [
  {
    habit: 'a title line with figures, padded with semicolons',
    text: text(
      'Bestellung 2026-4711;;;;',
      'Artikel;Bezeichnung;Menge;Einheit;Termin',
      'AB-1;Satin;5;m;17.03.2026',
      'AB-2;Samt;6;m;18.03.2026',
    ),
    locale: 'de',
    source: 'file',
    lines: [
      [3, 'AB-1', 5, '2026-03-17', 'm'],
      [4, 'AB-2', 6, '2026-03-18', 'm'],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'a letterhead of several lines above the header',
    text: text(
      'Muster GmbH;;;',
      'Musterstr. 12;;;',
      '50667 Köln;;;',
      'Bestellung Nr. 4711 vom 02.01.2026;;;',
      ';;;',
      'Artikel;Menge;Einheit;Preis',
      'AB-1;5;m;9,95',
      'AB-2;6;m;9,95',
    ),
    locale: 'de',
    source: 'file',
    lines: [
      [7, 'AB-1', 5, '', 'm'],
      [8, 'AB-2', 6, '', 'm'],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'heading'],
      [4, 'heading'],
      [6, 'header'],
    ],
  },
  {
    habit: 'an address block above the header of a spreadsheet',
    text: text(
      'Textile House Ltd.\t\t\t',
      '12 Mill Lane\t\t\t',
      'Leeds LS1 4AP\t\t\t',
      'Date:\t2026-01-02\t\t',
      'PO number\t4711\t\t',
      '',
      'SKU\tDescription\tQty\tUnit',
      'AB-1\tSatin\t5\tm',
      'AB-2\tVelvet\t6\tm',
    ),
    lines: [
      [8, 'AB-1', 5, '', 'm'],
      [9, 'AB-2', 6, '', 'm'],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'heading'],
      [4, 'heading'],
      [5, 'heading'],
      [7, 'header'],
    ],
  },
  {
    habit: 'a label and a number in two cells above the header',
    text: text('PO number\t4711\t\t', 'SKU\tDescription\tQty\tUnit', 'AB-1\tSatin\t5\tm'),
    lines: [[3, 'AB-1', 5, '', 'm']],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'a date above the header',
    text: text('02.01.2026;;', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [[3, 'AB-1', 5, '', 'm']],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'when it was printed, above the header',
    text: text('Gedruckt am 02.01.2026 10:15;;', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [[3, 'AB-1', 5, '', 'm']],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'a bare order number above the header',
    text: text('4711;;', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [[3, 'AB-1', 5, '', 'm']],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'customer and order number above the header',
    text: text('Kunde 10023;Auftrag 4711;', 'Artikel;Menge;Einheit', 'AB-1;5;m'),
    locale: 'de',
    source: 'file',
    lines: [[3, 'AB-1', 5, '', 'm']],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'an English title and the vendor above a comma CSV',
    text: text(
      'Purchase order 4711,,,',
      'Vendor: 10023,,,',
      'Item,Description,Qty,Price',
      'AB-1,Satin,5,9.95',
      'AB-2,Velvet,6,9.95',
    ),
    source: 'file',
    lines: [
      [4, 'AB-1', 5],
      [5, 'AB-2', 6],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'header'],
    ],
  },
  {
    habit: 'a title and a date without separators above a comma CSV',
    text: text(
      'Purchase order 4711',
      '2 January 2026',
      'Item,Description,Qty,Price',
      'AB-1,Satin,5,9.95',
      'AB-2,Velvet,6,9.95',
    ),
    source: 'file',
    lines: [
      [4, 'AB-1', 5],
      [5, 'AB-2', 6],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'header'],
    ],
  },
  {
    habit: 'a Spanish shop with the order number and its date above',
    text: text(
      'Pedido nº 4711;;;;',
      'Fecha: 02/01/2026;;;;',
      'Ref.;Producto;Cant.;Precio;Importe',
      'AB-1;Satén;250;9,95 €;2.487,50 €',
      'AB-2;Terciopelo;40;12,50 €;500,00 €',
      'Total;;290;;2.987,50 €',
    ),
    locale: 'es',
    source: 'file',
    lines: [
      [4, 'AB-1', 250],
      [5, 'AB-2', 40],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'header'],
      [6, 'total'],
    ],
  },
  {
    habit: 'a Spanish delivery note with labels and values above',
    text: text(
      'Albarán;A-1001;;',
      'Fecha;02/01/2026;;',
      'Código artículo;Descripción;Unidades;Lote',
      'AB-1;Satén;250;L1001',
      'AB-2;Terciopelo;40;L1002',
    ),
    locale: 'es',
    source: 'file',
    lines: [
      [4, 'AB-1', 250],
      [5, 'AB-2', 40],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'heading'],
      [3, 'header'],
    ],
  },
  {
    habit: 'an Italian order with its number above and the page below',
    text: text(
      'Ordine n. 4711 del 02/01/2026;;;;',
      'Pos.;Articolo;Descrizione;Quantità;Prezzo unitario',
      '1;AB-1;Raso;250,5;9,95',
      '2;AB-2;Velluto;40;12,50',
      'Pagina 1 di 1;;;;',
    ),
    locale: 'it',
    source: 'file',
    lines: [
      [3, 'AB-1', 250.5],
      [4, 'AB-2', 40],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
      [5, 'page'],
    ],
  },
  {
    habit: 'a title with a date beside it',
    text: text('Order list\t02/01/2026', 'Product\tQty', '12345\t250', '12346\t40'),
    lines: [
      [3, '12345', 250],
      [4, '12346', 40],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
];
