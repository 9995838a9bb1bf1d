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

/** Whether nothing in the text is a letter or a digit, as in `-----`, `|---|:--:|`, `* * *`. */
export function isRuler(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/**
 * Whether the text is the label of a total in one of five languages, alone, with figures or with words that go with
 * totals: `Summe`, `Total: 500 m`, `Sous-total HT`. `Total Blackout 300` and `TOTAL-5` are names of products.
 */
export function isTotal(text: string): boolean {
  if (text.length > 80 || !/t[o]ta|su[mb]|som|gesamt/i.test(text)) return false;
  const words = plainText(text)
    .replace(/\b(sous|sub|grand)[- ](?=tot)/gi, '$1')
    .split(/[\s:=|]+/)
    .map((word) => word.replace(/^[*_(["]+|[*_)\]".,;!]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}€$£]/u.test(word));
  const first = words.findIndex((word) => totals.has(foldWords(word)));
  return first >= 0 && first <= 1 && words.every((word) => goesWithTotal(word));
}

function goesWithTotal(word: string): boolean {
  const folded = foldWords(word);
  if (totals.has(folded) || besideTotals.has(folded)) return true;
  return /^[-+€$£]?[\d.,']+[€$£%]?$/.test(word) || isCurrency(word) || unitName(word) !== null;
}
