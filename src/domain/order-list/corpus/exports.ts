import { type CorpusCase, text } from './corpus-case.ts';

/** What systems of several countries print. */
export const exports: readonly CorpusCase[] = [
  {
    habit: 'Italian headers',
    text: text(
      'Codice articolo;Descrizione;Quantità;UM;Data consegna',
      'AB-1;Raso blu;1.250,5;m;17/03/2026',
      'AB-2;Velluto;40;m;',
    ),
    locale: 'it',
    source: 'file',
    lines: [
      [2, 'AB-1', 1250.5, '2026-03-17', 'm'],
      [3, 'AB-2', 40, '', 'm'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'shortened Italian headers and a total',
    text: text(
      'Cod. art.\tDescrizione\tQ.tà\tU.M.\tPrezzo',
      'AB-1\tRaso\t250\tMT\t9,95',
      'AB-2\tVelluto\t40\tPZ\t12,50',
      'Totale\t\t290\t\t',
    ),
    locale: 'it',
    lines: [
      [2, 'AB-1', 250, '', 'MT'],
      [3, 'AB-2', 40, '', 'PZ'],
    ],
    skipped: [
      [1, 'header'],
      [4, 'total'],
    ],
  },
  {
    habit: 'long Italian headers with positions',
    text: text(
      'N. riga;Codice prodotto;Quantità ordinata;Unità di misura;Data di consegna richiesta',
      '1;AB-1;5;MT;17/03/2026',
      '2;AB-2;6;MT;17/03/2026',
    ),
    locale: 'it',
    source: 'file',
    lines: [
      [2, 'AB-1', 5, '2026-03-17', 'MT'],
      [3, 'AB-2', 6, '2026-03-17', 'MT'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a Dutch shop mail with pipes',
    text: text(
      'Bestelling #4711 - Janssen BV',
      'Artikelcode | Omschrijving | Aantal',
      'AB-1 | Satijn | 250',
      'AB-2 | Fluweel | 40',
    ),
    locale: 'nl',
    lines: [
      [3, 'AB-1', 250],
      [4, 'AB-2', 40],
    ],
    skipped: [
      [1, 'heading'],
      [2, 'header'],
    ],
  },
  {
    habit: 'an American shop export with quoted thousands',
    text: text(
      'Order #,Order Date,Line,SKU,Item Name,Ordered Qty,UOM,Ship By',
      '10023,01/02/2026,1,AB-1,"Satin, blue","1,250",YD,03/17/2026',
      '10023,01/02/2026,2,AB-2,Velvet,40,YD,03/18/2026',
    ),
    locale: 'en-US',
    source: 'file',
    lines: [
      [2, 'AB-1', 1250, '2026-03-17', 'YD'],
      [3, 'AB-2', 40, '2026-03-18', 'YD'],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'quantity',
        [
          [2, 'AB-1', 1250, '2026-03-17', 'YD'],
          [3, 'AB-2', 40, '2026-03-18', 'YD'],
        ],
        [
          [2, 'AB-1', 1.25, '2026-03-17', 'YD'],
          [3, 'AB-2', 40, '2026-03-18', 'YD'],
        ],
      ],
    ],
  },
  {
    habit: 'British dates under Required',
    text: text('Item,Qty,Required', 'AB-1,5,17/03/26', 'AB-2,6,01/04/26'),
    locale: 'en-GB',
    source: 'file',
    lines: [
      [2, 'AB-1', 5, '2026-03-17'],
      [3, 'AB-2', 6, '2026-04-01'],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a column for each size',
    text: text('Style;Colour;S;M;L;Total', 'AB-1;blue;5;6;7;18', 'AB-2;red;1;2;3;6'),
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 1],
    ],
    skipped: [[1, 'header']],
    asks: [
      [
        'columns',
        [
          [2, 'AB-1', 5],
          [3, 'AB-2', 1],
        ],
        [
          [2, 'AB-1', 6],
          [3, 'AB-2', 2],
        ],
        [
          [2, 'AB-1', 7],
          [3, 'AB-2', 3],
        ],
      ],
    ],
  },
  {
    habit: 'a sum carried from page to page',
    text: text('Artikel;Menge', 'AB-1;5', 'Übertrag;5', 'AB-2;6', 'Summe;11'),
    locale: 'de',
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [4, 'AB-2', 6],
    ],
    skipped: [
      [1, 'header'],
      [3, 'total'],
      [5, 'total'],
    ],
  },
  {
    habit: 'the customer’s reference beside the supplier’s',
    text: text('Our ref;Your ref;Qty', 'K-1;AB-1;5', 'K-2;AB-2;6'),
    source: 'file',
    lines: [
      [2, 'AB-1', 5],
      [3, 'AB-2', 6],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a business system that writes the path of each field',
    text: text(
      '"Order Reference","Order Lines/Product/Internal Reference","Order Lines/Product","Order Lines/Quantity"',
      '"S00012","FURN_01","[FURN_01] Desk","3.00"',
      '"","FURN_02","[FURN_02] Chair","12.00"',
    ),
    source: 'file',
    lines: [
      [2, 'FURN_01', 3],
      [3, 'FURN_02', 12],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'the same in French, with names alone',
    text: text('"Lignes de commande/Article";"Lignes de commande/Quantité"', '"Bureau";"3,00"', '"Chaise";"12,50"'),
    locale: 'fr',
    source: 'file',
    lines: [
      [2, 'Bureau', 3],
      [3, 'Chaise', 12.5],
    ],
    skipped: [[1, 'header']],
  },
  {
    habit: 'a marketplace’s orders with numbers of their items',
    text: text(
      'order-id\torder-item-id\tpurchase-date\tsku\tproduct-name\tquantity-purchased\tship-promise-date',
      '111-1\t222\t2026-11-01T10:00:00+00:00\tAMZ-1\tMug\t3\t2026-11-05T10:00:00+00:00',
    ),
    lines: [[2, 'AMZ-1', 3, '2026-11-05']],
    skipped: [[1, 'header']],
  },
];
