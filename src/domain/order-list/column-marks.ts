import { foldWords, plainText } from './plain-text.ts';

/** A column whose values say which rows aren't meant: a status, a type, yes or no, a reason for rejection, a remark. */
export interface ColumnMark {
  column: number;
  /** Null in a table without a header. */
  heading: string | null;
  /** Whether its rows are left out until the user decides. Otherwise only the user can know. */
  isNegative: boolean;
  /** Whether a cell marks its row as not meant. */
  isMarked: (cell: string) => boolean;
}

/** A column beside product and quantity. */
export interface SideColumn {
  column: number;
  heading: string | null;
  cells: readonly string[];
  /** `note`: remarks in whole sentences. `used`: its cells are product, name, unit and the like, rarely a remark. */
  content: 'mark' | 'note' | 'used';
}

/** Stems of words for a row that is taken back or forbidden, in English, German, French, Dutch and Spanish. */
const refused =
  /\b(?:return|retour|ruck(?:gabe|send|lauf|nahme|erstatt)|refund|credit|gutschrift|avoir|gutgeschr|reject|ablehn|abgelehnt|absag|abgesagt|refus|rechaz|afgewezen|afgekeurd|geweigerd|remov|entfern|suppr|verwijder|elimin|retir|delet|losch|geloscht|loe? ?kz|cancel|cxl|storn|abbestell|widerruf|annul|geannul|anul|void|discontinu|obsolet|auslauf|ausgelaufen|epuise|erstatt|rembours|terugbetaal|reembols|devol|hold\b|zuruckgestellt|zuruckgezogen|withdrawn|suspend|gesperrt|block|bloqu|geblokk|skip|ignor|exclu|omit|dn[pifs]\b|stop\b|stopp|gestoppt|declin|expired|abgelaufen|sold out|ausverkauft|uitverkocht|agotad|unavailable|dropped|duplicat|doppelt|doublon|dubbel|draft|entwurf|entfall|gestrichen|hinfallig|vervall|failed)/;
const noLonger = /\b(?:no longer|nicht mehr|ne \w+ plus|plus besoin|niet meer|ya no)\b/;
/** Words for a row that has been dealt with already. */
const settled =
  /\b(?:done|completed?|erledigt|abgeschlossen|fulfilled|shipped|delivered|invoiced|received|geliefert|versandt|versendet|erhalten|fakturiert|livree?s?|expedie|recue?s?|termine|geleverd|verzonden|ontvangen|afgerond|entregad|enviad|recibid|closed|geschlossen|gesloten|cerrad|already|bereits|deja|reeds)\b/;
const negation = /\b(?:no|not|never|don t|nicht|kein(?:e[nrms]?)?|nie|pas|niet|geen|nunca)\b/;
/** Verbs of ordering. In a sentence, only with them a negation concerns the row: `no rush` doesn't. */
const ordering =
  /\b(?:need|want|requir|order|ship|send|deliver|buy|include|notig|benotig|brauch|gebraucht|bestell|liefer|send|nehm|besoin|command|livr|envoy|nodig|bestel|lever|stur|necesit|necesar|pedi|envi)/;
const no = /^(?:n|no|nein|non|nee|false|falsch|faux|falso|onwaar|0|off|aus)$/;
const yes = /^(?:y|yes|j|ja|o|oui|s|si|x+|1|true|wahr|vrai|verdadero|waar|on|an|ok)$/;
const noSign = /^[✗✘❌❎✖🚫⛔👎]\ufe0f?$/u;
const yesSign = /^(?:[✓✔✅☑☒👍•●*+]\ufe0f?|\(x\)|\[x\])$/iu;
const blank = /^[-–—./\s]*$|^(?:n\/?a|null|none|keine?|aucune?|geen|ningun[oa]?)$/i;

type Meaning = 'blank' | 'yes' | 'no' | 'negative' | 'other';

function meaningOf(cell: string): Meaning {
  if (blank.test(cell)) return 'blank';
  if (noSign.test(cell)) return 'no';
  if (yesSign.test(cell)) return 'yes';
  const folded = foldWords(cell);
  if (no.test(folded)) return 'no';
  if (yes.test(folded)) return 'yes';
  return isNegative(folded) ? 'negative' : 'other';
}

/** A negation reverses such a word: `not shipped` is still open. */
function isNegative(folded: string): boolean {
  return noLonger.test(folded) || negation.test(folded) !== (refused.test(folded) || settled.test(folded));
}

/** Whether a remark says that the row isn't wanted: `no longer needed`, `bitte stornieren`, `do not ship`. */
export function isRefusingRemark(text: string): boolean {
  if (text.length > longestRemark || !/\p{L}{2}/u.test(text)) return false;
  const folded = foldWords(text);
  if (no.test(folded) || noLonger.test(folded) || (refused.test(folded) && !negatedParticiple.test(folded)))
    return true;
  const isShort = folded.split(' ').length < 3;
  return negation.test(folded) ? ordering.test(folded) && !settled.test(folded) : isShort && settled.test(folded);
}

const unwanted = new RegExp(
  String.raw`${negation.source}(?: \w+){0,2} ${ordering.source}|${ordering.source}\w* ${negation.source}`,
);
const mayDeny = /\b(?:no|not|never|nicht|kein\w*|nie|plus|pas|niet|geen|ya|nunca)\b|n['’]t\b/i;

/** Whether a text says that its row isn't wanted, even if it may be a name: `Wool, no longer needed`. */
export function saysUnwanted(text: string): boolean {
  if (text.length > longestRemark || !mayDeny.test(text)) return false;
  const folded = foldWords(text);
  return noLonger.test(folded) || (unwanted.test(folded) && !settled.test(folded));
}

const negatedParticiple = /\b(?:not|nicht|non|pas|niet) (?:\w+ed|ge\w+|\w+iert|\w+e)\b/;

const longestRemark = 120;
const longestMark = 40;
const maxDifferentMarks = 12;

/** Headings below which a cross or a blank cell says nothing about whether the row is meant. */
const harmlessFlag =
  /\b(?:urgent|express|rush|priority|new|sample|fragile|gift|eilt|eilig|dringend|neu|muster|priorit\w+|nouveau|echantillon|nieuw|monster|nuevo|muestra)\b/;
/** Headings below which a blank cell means no. */
const choosing =
  /\b(?:order\w*|buy|take|include\w*|select\w*|want\w*|approv\w*|confirm\w*|bestell\w*|kauf\w*|nehm\w*|auswahl|ausgewahlt|freigabe|freigegeben|command\w*|bestel\w*|pedir|pedido|incluir|inclure)\b/;

/** Whether a heading says that filled cells below it aren't meant: `Canceled`, `DNP`, `Reason for rejection`. */
export function isNegativeHeading(heading: string): boolean {
  const title = foldWords(heading);
  // `No.` and `Order no.` are numbers.
  return refused.test(title) || settled.test(title) || (negation.test(title) && !/\bno$/.test(title));
}

/** Finds the columns that mark rows as not meant. Harmless marks such as a store or color are none. */
export function findColumnMarks(columns: readonly SideColumn[]): ColumnMark[] {
  return columns.flatMap((side) => markOf(side) ?? []);
}

function markOf({ column, heading, cells, content }: SideColumn): ColumnMark | null {
  const mark = (isNegative: boolean, isMarked: ColumnMark['isMarked']) =>
    cells.some(isMarked) ? { column, heading, isNegative, isMarked } : null;
  const title = foldWords(heading ?? '');
  // A note is only read for what it says.
  if (content === 'note') return mark(true, isRefusingRemark);
  if (content === 'used') return mark(true, saysUnwanted);
  const different = [...new Set(cells.map(plainText))];
  const meanings = new Set(different.map(meaningOf));
  const isFlag = !meanings.has('other') && !meanings.has('negative');
  if (heading !== null && isNegativeHeading(heading)) {
    // Numbers alone count what was delivered or canceled.
    const isCount = different.every((cell) => /^\d*$/.test(cell) && !/^[01]$/.test(cell));
    return isCount ? null : mark(true, (cell) => !['blank', 'no'].includes(meaningOf(cell)));
  }
  if (different.length > maxDifferentMarks || different.some((cell) => cell.length > longestMark)) return null;
  if (isFlag && meanings.has('yes') && meanings.has('blank') && !meanings.has('no')) {
    return harmlessFlag.test(title) ? null : mark(choosing.test(title), (cell) => meaningOf(cell) === 'blank');
  }
  // Where all rows are the same, only a clear word marks them.
  const isOneValue = different.length === 1 && !choosing.test(title);
  return mark(true, (cell) => {
    const meaning = meaningOf(cell);
    return meaning === 'negative' || (meaning === 'no' && !isOneValue);
  });
}
