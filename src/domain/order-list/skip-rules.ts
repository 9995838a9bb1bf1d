import { foldWords, plainText } from './plain-text.ts';
import { isCurrency, unitName } from './unit-word.ts';

const totals = new Set(
  (
    'total totals totale totaal totalen totaux totales subtotal subtotals subtotaal soustotal eindtotaal grandtotal ' +
    'sum summe zwischensumme gesamtsumme endsumme gesamt insgesamt gesamtmenge gesamtbetrag gesamtanzahl gesamtstuckzahl ' +
    'somme suma sumas som'
  ).split(' '),
);

const besideTotals = new Set(
  (
    'grand general generale generaal sub sous qty quantity quantities quantite menge anzahl aantal hoeveelheid cantidad ' +
    'amount net gross netto brutto ht ttc incl excl inkl exkl vat mwst tva btw iva order orders bestellung commande ' +
    'bestelling pedido lines line items positions positionen posten zeilen lignes articles artikel regels lineas ' +
    'articulos number count nombre ordered pieces of the de la du des der von van del in to value wert price preis prix importe montant betrag'
  ).split(' '),
);

/** What carries a sum from one page to the next. */
const carried =
  /^(?:ubertrag|vortrag|(?:carried|brought|balance) forward|a reporter|report (?:de la page|page)|transporteren|transport vorige|suma y sigue|suma anterior|a riportare|riporto)\b/;

/** `2 items`, `12 Positionen`. */
const count =
  /^\d+ (?:items?|lines?|articles?|positions?|positionen|posten|artikel|zeilen|lignes?|regels?|artikelen|articulos?|lineas?|articoli|righe)$/;

/** Whether nothing in the text is a letter or a digit, as in `-----`, `|---|:--:|`, `* * *`. */
export function isRuler(text: string): boolean {
  return !/[0-9a-z]/i.test(text) && !/[\p{L}\p{N}]/u.test(text);
}

const pageMark =
  /^[-–—\s]*(?:(?:seite|blatt|page|pages|pagina|página|pág|pag|pg|blz|bladzijde|hoja|foglio)\.?\s*:?\s*\d{1,4}(?:\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4})?|\d{1,4}\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4}\s+(?:pages?|seiten?|paginas?|páginas?))[-–—.\s]*$/iu;

/** Whether the text is what stands at the foot of a page: `Seite 1 von 3`, `- Page 2/3 -`. */
export function isPageMark(text: string): boolean {
  return text.length < 40 && pageMark.test(text);
}

/**
 * Whether the text is the label of a total in one of five languages, alone, with figures or with words that go with
 * totals: `Summe`, `Total: 500 m`, `Sous-total HT`. `Total Blackout 300` and `TOTAL-5` are names of products.
 */
export function isTotal(text: string): boolean {
  if (isCarriedOrCounted(text)) return true;
  if (text.length > 80 || !/t[o]ta|su[mb]|som|gesamt/i.test(text)) return false;
  const words = plainText(text)
    .replace(/\b(sous|sub|grand)[- ](?=tot)/gi, '$1')
    .split(/[\s:=|]+/)
    .map((word) => word.replace(/^[*_(["]+|[*_)\]".,;!]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}€$£]/u.test(word));
  const first = words.findIndex((word) => totals.has(foldWords(word)));
  return first >= 0 && first <= 1 && words.every((word) => goesWithTotal(word));
}

function isCarriedOrCounted(text: string): boolean {
  if (text.length > 40 || !/ertrag|vortrag|forward|report|transport|suma|ripor|^\d+ \p{L}/iu.test(text)) return false;
  const folded = foldWords(text);
  return carried.test(folded) || count.test(folded);
}

function goesWithTotal(word: string): boolean {
  const folded = foldWords(word);
  if (totals.has(folded) || besideTotals.has(folded)) return true;
  return /^[-+€$£]?[\d.,']+[€$£%]?$/.test(word) || isCurrency(word) || unitName(word) !== null;
}
