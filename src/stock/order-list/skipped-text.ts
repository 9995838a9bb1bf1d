import { foldWords, plainText } from './plain-text.ts';
import totalWords from './total-words.json' with { type: 'json' };
import { isCurrency, unitName } from './unit-word.ts';

const totals = new Set(totalWords.totals.split(' '));
/** Words that may accompany a total. */
const wordsWithTotals = new Set(totalWords.beside.split(' '));

/** First or last words that never occur in product names, whatever the other words: `Zwischensumme Baumwolle`. */
const onlyTotals =
  /^(?:sub ?totals?|sous total|grand total|total general|zwischensumme|teilsumme|(?:teil|zwischen|gesamt|end)?ergebnis|gesamtsumme|endsumme|subtotaal|eindtotaal)\b|\b(?:sub ?total|grand total|zwischensumme|(?:teil|zwischen|gesamt|end)?ergebnis|gesamtsumme)$/;
/** `CP-1001-SK Total`: group total of a pivot table. */
const totalOfCode = /^\S*\d\S*\s+(?:total|totals|sum|summe|gesamt|totaal|totale|somme|suma)$/i;

/** A sum carried over from one page to the next. */
const carried =
  /^(?:ubertrag|vortrag|(?:carried|brought|balance) forward|a reporter|report (?:de la page|page)|transporteren|transport vorige|suma y sigue|suma anterior|a riportare|riporto)\b/;

/** A count of lines: `2 items`, `12 Positionen`. */
const count =
  /^\d+ (?:items?|lines?|rows?|records?|articles?|positions?|positionen|posten|artikel|zeilen|lignes?|regels?|artikelen|articulos?|lineas?|articoli|righe)$/;

/** Whether the text has no letters or digits: `-----`, `|---|:--:|`, `* * *`. */
export function isRuler(text: string): boolean {
  return !/[0-9a-z]/i.test(text) && !/[\p{L}\p{N}]/u.test(text);
}

const pageMark =
  /^[-–—\s]*(?:(?:seite|blatt|page|pages|pagina|página|pág|pag|pg|blz|bladzijde|hoja|foglio)\.?\s*:?\s*\d{1,4}(?:\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4})?|\d{1,4}\s*(?:of|von|sur|de|van|di|\/)\s*\d{1,4}\s+(?:pages?|seiten?|paginas?|páginas?))[-–—.\s]*$/iu;

/** Whether the text is a page number: `Seite 1 von 3`, `- Page 2/3 -`. */
export function isPageMark(text: string): boolean {
  return pageMark.test(text);
}

/**
 * Whether the text labels a total, in any supported language: alone, with figures or with words that accompany totals
 * (`Summe`, `Total: 500 m`, `Sous-total HT`). `Total Blackout 300` and `TOTAL-5` are product names.
 */
export function isTotal(text: string): boolean {
  if (isCarriedOrCounted(text)) return true;
  if (!mayBeTotal(text)) return false;
  if (isTotalLabel(text)) return true;
  const words = plainText(text)
    .replace(/[*_()[\]";!]/g, '')
    .split(/[\s:=|]/)
    .filter((word) => /[\p{L}\p{N}€$£]/u.test(word));
  return words.slice(0, 2).some((word) => totals.has(foldWords(word))) && words.every((word) => accompaniesTotal(word));
}

/** Whether the text alone identifies the figure next to it as a total, of any group. */
export function isTotalLabel(text: string): boolean {
  if (!mayBeTotal(text)) return false;
  return onlyTotals.test(foldWords(text).replace(/[\d ]+$/, '')) || totalOfCode.test(text);
}

/** Cheap precheck that excludes most cells. */
const totalHint = /tota|su[mb]|som|gesamt|ergebnis|razem|og[oó][lł]em|toplam|計/i;

function mayBeTotal(text: string): boolean {
  return text.length <= 80 && totalHint.test(text);
}

const carriedHint = /ertrag|vortrag|forward|report|transport|suma|ripor|^\(?\d+ \p{L}/iu;

function isCarriedOrCounted(text: string): boolean {
  if (text.length > 40 || !carriedHint.test(text)) return false;
  const folded = foldWords(text);
  return carried.test(folded) || count.test(folded);
}

function accompaniesTotal(word: string): boolean {
  const folded = foldWords(word);
  if (totals.has(folded) || wordsWithTotals.has(folded)) return true;
  return /^[-+€$£]?[\d.,']+[€$£%]?$/.test(word) || isCurrency(word) || unitName(word) !== null;
}
