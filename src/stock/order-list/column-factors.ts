import { headerLabels } from './header-words.ts';
import { foldWords, groupsOf, latinDigits } from './plain-text.ts';
import { unitName } from './unit-word.ts';

/** A heading without the number that scales its column, and that number: `Qty in thousands`, `Menge (Tsd. St.)`. */
export function withoutScale(heading: string): { text: string; scale: number } {
  if (!/\p{L}|['’‘´`]0/u.test(heading)) return { text: heading, scale: 1 };
  for (const [pattern, scale] of scales) {
    const [written = '', figure] = pattern.exec(heading) ?? [];
    if (written !== '')
      return { text: heading.replace(written, ' '), scale: scale ?? Number(figure?.replace(/\D/g, '')) };
  }
  return { text: heading, scale: 1 };
}

const scales: readonly (readonly [RegExp, number | null])[] = [
  [
    /(?:\b(?:in|en)\s+)?(?:['’‘´`]000s?(?!\d)|(?<![\d.,])000s?(?!\d)|\b(?:thousands?|tsd|tausend|(?:per |pro )?mille|t\.? ?st(?:ü?c?k)?|milliers?|duizend(?:en|tallen)?|miles)\b\.?|(?<=[([])\s*k(?=\s*[)\]])|\bin k\b)/iu,
    1000,
  ],
  [/(?:\b(?:in|en)\s+)?\b(?:hundreds?|hundert|centaines?|honderd(?:en|tallen)?|cientos|centenares)\b/iu, 100],
  [/(?:\b(?:in|en)\s+)?\b(?:millions?|millionen|mio|miljoen(?:en)?|millones)\b\.?/iu, 1_000_000],
  [
    /(?:[x×*/]|\b(?:in|en|per|pro|je|par|por)|(?<=[([]))\s*(10{1,6}|1[.,' ]000(?:[.,' ]000)?)(?![\d.,])\s*[x×]?/iu,
    null,
  ],
  [/(?:\p{L}+\s+)?(?<!\p{L})(?:of|à|zu|mit)\s+([2-9]|[1-9]\d{1,3})(?![\d.,])/iu, null],
];

/** Headings of the contents of a package: `Pcs per carton`, `Pack size`, `VPE`. */
const contents =
  /\b(?:per|pro|par|por|je)\b|\b(?:pack|packing|packaging|case|box|carton|ctn|bundle|roll|set|kit|inner|outer|bag|pallet)s? ?(?:size|qty|quantity|contents?|unit)\b|\b(?:contents?|inhalt|vpe(?: menge)?|verpackungseinheit|packungsgrosse|stuckelung|conditionnement|colisage|contenance|inhoud|verpakkingseenheid|contenido|upc qty|units? (?:in|of) (?:pack|box|case|carton))\b/;
/** The length of each piece, of goods by the meter. */
const pieceLength =
  /^(?:(?:roll|piece|cut) )?(?:lengths?|(?:rollen|stuck)?lange|longueur|lengte|largo|lunghezza) (?:in )?(?:m|mtrs?|met(?:er|re)s?|metern|metros?|metri|yds?|yards?)$/;
const multiplier =
  /\b(?:multipl\w*|factors?|faktor\w*|facteurs?|factores|builds?|times|sets?|kits?|satze|runs?|boards?|repeats?|copies|mal|fois|keer|veces)\b|^x$/;
/** What a number may measure besides the amount ordered. */
const measure =
  /\b(?:weight|width|length|height|depth|gsm|gewicht|breite|lange|hohe|poids|largeur|longueur|peso|ancho|largo|min|max|moq|mindest\w*|stock|bestand|available)\b/;
const period = /\b(?:days?|tage?|weeks?|months?|years?|hours?)\b/;

function isMeasure(folded: string): boolean {
  return measure.test(folded) || period.test(folded);
}

/** Whether a heading names the amount in one package or set: only with the number of them it says how much is meant. */
export function isContentsHeading(heading: string): boolean {
  const folded = foldWords(heading.replace(/(?<=\p{L})\s?\/\s?(?=\p{L})/gu, ' per '));
  return pieceLength.test(folded) || (contents.test(folded) && !isMeasure(folded) && !isMoneyHeading(folded));
}

/** Whether a heading names the amount per something that isn't a package: `Qty per board` is the quantity of a build. */
export function isAmountPer(heading: string): boolean {
  const [amount = '', each = ''] = groupsOf(heading, /^(.+?)\s*(?:\/|\b(?:per|pro|par|por|je)\b)\s*(\p{L}+)/iu);
  const isAmount = headerLabels.find(({ pattern }) => pattern.test(foldWords(amount)))?.role === 'quantity';
  return isAmount && unitName(each) === null && !measure.test(foldWords(heading));
}

/** The first labels are those of money. */
export function isMoneyHeading(folded: string): boolean {
  return headerLabels[0]?.pattern.test(folded) === true && !isTotalHeading(folded);
}

/** Whether a heading is a bare total, of money or of an amount. */
export function isTotalHeading(heading: string): boolean {
  return /^(?:grand )?(?:totals?|gesamt|summe|totaal|totale|razem|toplam|summa)$/.test(foldWords(heading));
}

/** A column that may be, multiply or add up to the quantity. */
export interface NumberColumn {
  column: number;
  heading: string;
  cells: readonly string[];
  /** Whether the heading is known and names something else. */
  isOther: boolean;
}

/** Finds the column that is the product of two others in every row: the quantity in all. Null without one. */
export function findTotal(columns: readonly NumberColumn[]): { total: number; factors: [number, number] } | null {
  const counts = columns.flatMap(({ column, heading, cells }) => {
    const numbers = isMoneyHeading(foldWords(heading)) || weight.test(foldWords(heading)) ? null : numbersOf(cells);
    return numbers === null ? [] : [{ column, numbers }];
  });
  for (const total of counts) {
    for (const [at, one] of counts.entries()) {
      for (const other of counts.slice(at + 1)) {
        if (one === total || other === total) continue;
        const isProduct = total.numbers.every((number, row) => {
          return number * 1000 === (one.numbers[row] ?? 0) * (other.numbers[row] ?? 0);
        });
        // With ones alone, any column equals the product.
        if (!isProduct || [one, other].some(({ numbers }) => numbers.every((number) => number === 1000))) continue;
        return { total: total.column, factors: [one.column, other.column] };
      }
    }
  }
  return null;
}

/** The weight of a piece times the pieces is the weight of the parcel. */
const weight = /\b(?:(?:[a-z]*(?:weight|gewicht))|poids|peso|kg|g)\b/;

/** In thousandths. Null if a cell isn't a plain number, or none is there. */
function numbersOf(cells: readonly string[]): number[] | null {
  const numbers = cells.map((cell) => {
    const [whole, decimals = ''] = groupsOf(latinDigits(cell), /^(0|[1-9]\d{0,6})(?:[.,](\d{1,2}))?$/);
    return whole === undefined ? null : Number(whole + decimals.padEnd(3, '0'));
  });
  return numbers.length === 0 || numbers.includes(null) ? null : numbers.map(Number);
}

/**
 * Returns the column by which the quantity may have to be multiplied; null without one. `amount` is the heading of the
 * quantity: beside `Qty per store`, the number of stores is known by name alone.
 */
export function findFactor(columns: readonly NumberColumn[], amount: string): number | null {
  const found = columns.find(({ heading, cells, isOther }) => {
    const numbers = wholesOf(cells.filter((cell) => cell !== ''));
    if (numbers === null || numbers.every((number) => number === 1)) return false;
    const folded = foldWords(heading);
    const isCounted =
      countOf.test(folded) || isAmountPer(amount) || (isPackageCount(folded) && isContentsHeading(amount));
    if (isOther && isCounted && !isMeasure(folded) && !isMoneyHeading(folded)) return true;
    return isContentsHeading(heading) || multiplier.test(folded) || (!isOther && mayMultiply(folded, numbers));
  });
  return found?.column ?? null;
}

/** Whether a folded heading is the number of packages, or their plural: `anzahl vpe`, `no of cartons`, `paletten`. */
export function isPackageCount(folded: string): boolean {
  const words = folded.replace(countOf, (count) => count.slice(-3)).replace(qualifiers, '');
  return unitName(words) !== null && (words !== folded || (words.length > 4 && /[sn]$/.test(words)));
}

/** `inner packs`, `innenkartons` */
const qualifiers = /^(?:(?:inner|outer|master|shipping) (?=[a-z]+s$)|(?:innen|um|uber)(?=karton|paket|pack))/;

const countOf = /^(?:no|nr|number|anzahl|nombre|nb|aantal|numero)\b(?: (?:of|de|der|van|di))? \w{3}/;

/** Whether a column with an unknown heading holds small counts, rather than numbers of stores or documents. */
function mayMultiply(folded: string, numbers: readonly number[]): boolean {
  const isCount = folded !== '' && !isMeasure(folded) && !/total|gesamt/.test(folded) && unitName(folded) === null;
  return isCount && numbers.every((number) => number > 0 && number < 1000);
}

/** Null if a cell isn't a whole number, or none is there. */
function wholesOf(cells: readonly string[]): number[] | null {
  const texts = cells.map((cell) => latinDigits(cell));
  const areWhole = texts.every((text) => /^(?:0|[1-9]\d{0,8})$/.test(text));
  return areWhole && texts.length > 0 ? texts.map(Number) : null;
}
