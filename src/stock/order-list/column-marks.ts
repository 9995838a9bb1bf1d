import { isCanceledInPart, partsOfName } from './cell-kind.ts';
import { foldWords, plainText } from './plain-text.ts';
import { isCurrency, unitName } from './unit-word.ts';

/** A column whose values say which rows aren't meant: a status, a type, yes or no, a reason for rejection, a remark. */
export interface ColumnMark {
  column: number;
  /** Null in a table without a header. */
  heading: string | null;
  /** Whether its rows are left out until the user decides. Otherwise only the user can know. */
  isNegative: boolean;
  /** The answer by which the row of a cell is left out; null if the cell doesn't mark its row. */
  leftOutBy: (cell: string) => MarkAnswer | null;
}

/** `without-yes`, `without-no`: of a column of yes and no that doesn't say which of them isn't meant. */
export type MarkAnswer = 'leave-out' | 'without-yes' | 'without-no';

/** A column beside product and quantity. */
export interface SideColumn {
  column: number;
  heading: string | null;
  cells: readonly string[];
  /**
   * `note`: remarks in whole sentences. `used`: its cells are product, name, unit and the like, rarely a remark.
   * `figures`: amounts, prices or dates. `described`: its heading names a property such as a color or a store.
   */
  content: 'mark' | 'note' | 'used' | 'figures' | 'described';
  /** Whether it is behind product and quantity, where names are rare. */
  isBehind: boolean;
  /** Whether some rows have nothing in it. */
  isPartial: boolean;
}

/** Stems of words for a row that is taken back or forbidden, in English, German, French, Dutch and Spanish. */
const refused =
  /\b(?:return|rtn\b|rma\b|retour|ruck(?:gabe|send|lauf|nahme|erstatt)|refund|credit|gutschrift|avoir|gutgeschr|reject|ablehn|abgelehnt|absag|abgesagt|refus|rechaz|afgewezen|afgekeurd|geweigerd|remov|entfern|suppr|verwijder|elimin|retir|delet|losch|geloscht|loe? ?kz|cancel|cxl|storn|archiv|inactiv|inaktiv|deaktiv|desactiv|disabled|deprecat|lkz\b|disregard|forget|vergiss|superse|replaced|ersetzt|remplac|vervang|reemplaz|abbestell|widerruf|annul|geannul|anul|void|discontinu|obsolet|auslauf|ausgelaufen|epuise|erstatt|rembours|terugbetaal|reembols|devol|hold\b|zuruckgestellt|zuruckgezogen|withdrawn|suspend|gesperrt|block|bloqu|geblokk|skip|ignor|exclu|omit|dn[pifs]\b|stop\b|stopp|gestoppt|declin|expired|abgelaufen|sold out|ausverkauft|uitverkocht|agotad|unavailable|dropped|duplicat|doppelt|doublon|dubbel|draft|entwurf|entfall|gestrichen|streichen|hinfallig|vervall|failed|wrong|mistake|leave (?:it |this )?out|weglass|drop (?:this|it|that|line|row)|raus\b|(?:nur|only) (?:anfrage|angebot|a quote)|quote only|next time|nachstes mal|hat sich erledigt|irrtum|versehentlich|aus versehen|changed (?:\w+ )?mind|(?:nur|only) (?:zur |for )?info|info(?:rmation)? only|(?:have|got|haben|noch|encore|tenemos) enough|enough (?:of|left|in stock|here)|(?:noch|haben|ist|sind) (?:\w+ )?(?:genug|ausreichend|genugend)|(?:on (?:its|the) way|en route|in transit|unterwegs|elsewhere|woanders|anderweitig|ailleurs)\b|kann weg|(?:already|bereits|schon|deja|ya) (?:on order|have|got|order|bought|here|ship|deliver|sent|receiv|da\b|vorhanden|bestellt|gekauft|geliefert|versandt|verschickt|erhalten|command|tenemos))/;
/** Words of a remark by which its row has to wait for somebody. */
const conditional =
  /\b(?:(?:only|not|erst|nur|seulement|pas|solo|pas|alleen) (?:after|before|until|once|upon|if|nach|wenn|nachdem|auf|bei|apres|avant|sur|na|despues|tras|previa|si|als)|subject to|unter vorbehalt|vorbehaltlich|sous reserve|onder voorbehoud|(?:not|noch nicht|pas encore|nog niet|todavia no|aun no)\b.*\b(?:yet|confirm\w*|bestatig\w*|sicher|sure|clear|geklart|klar|bevestigd)|(?:nach|bei) (?:rucksprache|ruckfrage|freigabe|bestatigung|abruf)|auf abruf|on (?:demand|request|call)|tb[acd]|to be (?:confirmed|clarified|decided)|zu klaren|(?:bitte|please) (?:warten|wait|ruckfragen|abwarten|call|ask|check|confirm) ?(?:first|before|vorher|zuerst)?|(?:call|ask|check|confirm|wait|ruckfragen|abklaren)\b.*\b(?:first|before|vorher|zuerst)|wait(?:ing)? (?:for|until|till)|wart\w* auf|abwarten|(?:2nd|second) choice|zweite wahl|(?:if|falls|wenn|si|als)\b.*\b(?:not|out of|unavailable|nicht|kein\w*|ausverkauft|pas|no|niet)|sur appel|a confirmer|por confirmar|a confirmar|te bevestigen)\b/;
const noLonger =
  /\b(?:no longer|nicht mehr|ne \w+ plus|plus (?:besoin|necessaire|utile|voulu|souhaite)|niet meer|ya no)\b/;
/** Words for a row that has been dealt with already. */
const settled =
  /\b(?:done|completed?|erledigt|abgeschlossen|fulfilled|shipped|delivered|invoiced|received|geliefert|versandt|versendet|erhalten|fakturiert|livree?s?|expedie|recue?s?|termine|geleverd|verzonden|ontvangen|afgerond|entregad|enviad|recibid|closed|geschlossen|gesloten|cerrad|already|bereits|deja|reeds)\b/;
/** Words for a row that may not be meant, of which only the user knows. */
const unsure =
  /^(?:pending|ausstehend|en attente|pendiente|wait\w*|warte\w*|park\w*|geparkt|on ice|auf eis|later|spater|plus tard|maybe|vielleicht|tb[acd]|unclear|unklar|optional\w*|altern\w*|event(?:uell|ual)\w*|quot\w*|angebot|anfrage|offer\w*|offre|oferta|devis|(?:free )?sample|muster|eol|nrnd|end of life|phase ?out|last time buy|(?:out of|no) stock|(?:nicht|not) (?:verfugbar|lieferbar|available)|rupture|exchange\w*|umtausch|echange|claim\w*|reklam\w*|chargeback)\b/;
/** Words for a row that is meant. */
const meant =
  /^(?:open|offen|neu|new|nouveau|nieuw|nuevo|nueva|activ\w*|aktiv\w*|ready|bereit|confirm\w*|bestatigt|approv\w*|genehmigt|freigegeben|released?|accept\w*|angenommen|order(?:ed|s)?|bestell\w*|bestel|command\w*|pedido|sales?|sell|verkauf\w*|vente|venta|verkoop|purchas\w*|kauf\w*|buy|take|go|add\w*|hinzu\w*|ajout\w*|insert\w*|chang\w*|geandert|update[ds]?|modif\w*|unchanged|unverandert|keep|behalten|bleibt|normal|standard|regular|default|(?:in|en) (?:progress|process|bearbeitung|arbeit|cours|behandeling|proceso)|process\w*|includ\w*|selected|wanted|needed|required|benotigt|to order|zu bestellen|reorder|nachbestell\w*|back ?order\w*|ruckstand|un(?:shipped|fulfilled|delivered|invoiced)|teilweise|partial\w*|ship|liefer\w*|deliver\w*|auftrag|item|product|artikel|goods|ware|urgent|express|rush|eilig|dringend|low|medium|high|fit(?:ted)?|place|populate|mount(?:ed)?|bestuckt|paid|bezahlt|in stock|auf lager|expected|erwartet|available|verfugbar|lieferbar|max\w* (?:lead time|lieferzeit)|un(?:known|bekannt)\w*(?: pro\w+)?|\d+ (?:days? late|tage? zu spat)|a|n|s|m)$/;
/** Headings of what is decided about a row, or what kind it is. */
const deciding =
  /\b(?:[a-z]*status|(?:bearbeitungs|auftrags|liefer|bestell|sach)stand|reason|grund|resolution|to ?do|next step|direction|d c|s h|state|zustand|stand|statut|etat|estado|toestand|(?:order|line|doc\w*|transaction|record|row|item|entry|beleg|vorgangs?|auftrags?|positions?|pos|zeilen) ?(?:type|typ|art|kind|category)|action|aktion|accion|actie|chang\w*|chg|anderung\w*|aenderung\w*|modification|cambio|wijziging|decision|entscheid\w*|beschluss|approv\w*|genehmig\w*|freigabe|result|ergebnis|disposition|disp|lifecycle|life cycle|phase|stage|flag|kennz\w*|mark|markierung|vermerk|verdict|confirm\w*|bestatig\w*|includ\w*|select\w*|intent)\b|^(?:type|typ|tipo|kind|art|options?|code|cat)$/;
const negation =
  /\b(?:no|not|never|(?:do|does|did|wo|is|are)n ?t|can(?: t|not)|nicht|kein(?:e[nrms]?)?|nie|pas|niet|geen|nunca)\b/;
/** Verbs of ordering. In a sentence, only with them a negation concerns the row: `no rush` doesn't. */
const ordering =
  /\b(?:need|taking|want|requir|order|ship|send|deliver|buy|include|notig|benotig|brauch|gebraucht|bestell|liefer|send|nehm|besoin|command|livr|envoy|nodig|bestel|lever|stur|necesit|necesar|pedi|envi)/;
const no = /^(?:n|f|no|nein|non|nee|false|falsch|faux|falso|onwaar|0|off|aus)$/;
const yes = /^(?:y|t|yes|j|ja|o|oui|s|si|x+|1|true|wahr|vrai|verdadero|waar|on|an|ok)$/;
const noSigns = /[✗✘❌❎✖🚫⛔🛑👎]/u;
const noSign = new RegExp(String.raw`^${noSigns.source}\ufe0f?$`, 'u');
/** A sign that crosses out its text. Between two figures, `✖` multiplies. */
export const crossSign = new RegExp(String.raw`^${noSigns.source}\ufe0f?|${noSigns.source}\ufe0f?$`, 'u');
const yesSign = /^(?:[✓✔✅☑☒👍•●*+]\ufe0f?|\(x\)|\[x\])$/iu;
const blank =
  /^[-–—./\s]*$|^(?:\[\s*\]|\(\s*\)|[☐⬜□◻○]\ufe0f?)$|^(?:n\/?a|null|none|keine?|aucune?|geen|ningun[oa]?)$/i;

type Meaning = 'blank' | 'yes' | 'no' | 'negative' | 'unsure' | 'meant' | 'other';

function meaningOf(cell: string): Meaning {
  if (blank.test(cell)) return 'blank';
  if (noSign.test(cell)) return 'no';
  if (yesSign.test(cell)) return 'yes';
  const folded = foldWords(cell);
  if (no.test(folded)) return 'no';
  if (yes.test(folded)) return 'yes';
  if (isNegative(folded)) return 'negative';
  if (unsure.test(folded)) return 'unsure';
  return meant.test(folded) || (negation.test(folded) && settled.test(folded)) ? 'meant' : 'other';
}

/** Whether a cell is a word for yes, rather than a letter or sign that may mean anything. */
function isAgreed(cell: string): boolean {
  return /^(?:yes|ja|oui|true|wahr|vrai|ok)$/.test(foldWords(cell));
}

/** A negation reverses such a word: `not shipped` is still open. */
function isNegative(folded: string): boolean {
  return noLonger.test(folded) || negation.test(folded) !== (refused.test(folded) || settled.test(folded));
}

/** Whether a remark says that the row isn't wanted: `no longer needed`, `bitte stornieren`, `do not ship`. */
export function isRefusingRemark(text: string): boolean {
  if (text.length > maxRemarkLength || !/\p{L}{2}/u.test(text)) return false;
  const folded = foldWords(text);
  if (no.test(folded) || noLonger.test(folded) || (refused.test(folded) && !negatedParticiple.test(folded)))
    return true;
  const isShort = folded.split(' ').length < 3;
  return negation.test(folded) ? ordering.test(folded) && !settled.test(folded) : isShort && settled.test(folded);
}

const unwanted = new RegExp(
  String.raw`${negation.source}(?: \w+){0,2} ${ordering.source}|${ordering.source}\w* ${negation.source}`,
);
const mayDeny = /\b(?:no|not|never|nicht|kein\w*|nie|plus|pas|niet|geen|ya|nunca)\b|n['’]?t\b/i;

/** Whether a remark says that somebody has to agree first: `erst nach Rücksprache`, `to be confirmed`. */
function isConditionalRemark(text: string): boolean {
  const folded = foldWords(text);
  return text.length <= maxRemarkLength && (conditional.test(folded) || (unsure.test(folded) && !folded.includes(' ')));
}

/** Words of remarks on how, where, for whom or how urgently the goods are wanted. */
const ofDelivery =
  /^(?:for|with|without|in|on|at|to|as|same|like|cut|roll\w*|pack\w*|wrap\w*|fold\w*|label\w*|fur|mit|ohne|am|an|auf|wie|zum|zur|geschnitten|gerollt|einzeln|separat|pour|avec|sans|en|sur|voor|met|op|para|con|sin|per|senza|till|do|dla|z)\b|\b(?:lots?|batch\w*|match\w*|partial\w*|same|gleich\w*|partie|charge|teillieferung\w*|please|pls|thanks?|rush|hurry|urgente?|asap|piln\w*|acil|bradskande|spoed\w*|priority|deliver\w*|colou?r|roll|bitte|danke|eilt?|dringend|eilig|lief\w*|farbe|svp|merci|couleur|livr\w*|graag|favor|gracias|entrega\w*|grazie)\b|至急|急ぎ/;

/** Whether a remark tells what it is about, or nothing. */
function isClearRemark(text: string): boolean {
  const folded = foldWords(text);
  const isAgreed = ['blank', 'yes'].includes(meaningOf(text));
  return isAgreed || text.length > maxRemarkLength || ofDelivery.test(folded) || meant.test(folded);
}

/** Whether a remark may say anything about its row, in any language. A word with digits is a reference. */
function isUnknownRemark(text: string): boolean {
  return !/^\S*\d\S*$/.test(text) && !isClearRemark(text);
}

/** Whether a cell among amounts, prices or dates is a word. */
function isUnknownWord(cell: string): boolean {
  return /^\P{N}*\p{L}{3}\P{N}*$/u.test(cell) && !isClearRemark(cell) && unitName(cell) === null && !isCurrency(cell);
}

/** Whether a text says that its row isn't wanted, even if it may be a name: `Wool, no longer needed`, `❌ Wool`. */
export function saysUnwanted(text: string): boolean {
  if (crossSign.test(text)) return true;
  if (text.length > maxRemarkLength || !/\p{L}{2}/u.test(text)) return false;
  if (isCanceledInPart(text) || isRefusedByRequest(text)) return true;
  if (!mayDeny.test(text)) return false;
  const folded = foldWords(text);
  return noLonger.test(folded) || (unwanted.test(folded) && !settled.test(folded));
}

const request = /\b(?:bitte|please|pls|svp|graag|por favor)\b/i;

/** Whether a part of a name is a request or an exclamation to leave it out: `Poplin - bitte streichen`, `Wool (hold!)`. */
function isRefusedByRequest(text: string): boolean {
  const parts = partsOfName(text);
  return (
    parts.some((part) => request.test(part) && isRefusingRemark(part)) ||
    (/!\W*$/.test(text) && parts.length > 1 && isRefusingRemark(parts.at(-1) ?? ''))
  );
}

/** Whether a line has a sign that crosses it out. */
export function hasRefusingSign(line: string): boolean {
  return noSigns.test(line);
}

const negatedParticiple = /\b(?:not|nicht|non|pas|niet) (?:\w+ed|ge\w+|\w+iert|\w+e)\b/;

const maxRemarkLength = 120;
const maxMarkLength = 40;
const maxDifferentMarks = 12;

/** Headings below which a cross or a blank cell says nothing about whether the row is meant. */
const harmlessFlag =
  /\b(?:urgent|express|rush|priority|new|sample|fragile|gift|eilt|eilig|dringend|neu|muster|priorit\w+|geschenk\w*|cadeau|regalo|nouveau|echantillon|nieuw|monster|nuevo|muestra)\b/;
/** Headings of what rows have rather than whether they are meant, beside those that are known anyway. */
const harmlessKind =
  /(?<!\p{L})(?:fabrics?|patterns?|designs?|finish|seasons?|collections?|composition|grade|models?|series|themes?|genders?|teams?|groups?|regions?|areas?|cit(?:y|ies)|towns?|markets?|channels?|buyers?|sellers?|agents?|reps?|owners?|currency|language|packaging|care|fit|shades?|tones?|weave|coating|lining|labels?|certificates?|usage|purpose|carriers?|drivers?|incoterms?|payment|terms|ship(?:ping)? (?:via|method|mode)|via|cost cent(?:er|re)|account|projects?|floor|building|gate|hall|stoff|gewebe|muster|dessin|design|saison|kollektion|herkunft|ursprung|land|ort|stadt|[a-z]*gruppe|farb[a-z]*|[a-z]*stelle|versand[a-z]*|zahlung[a-z]*|lieferbedingung[a-z]*|spediteur|fahrer|tour|verwendung|zweck|kommission|etikett|gebaude|halle|etage|tor|projekt|serie|modell|kanal|region|gebiet|einkaufer|verkaufer|bearbeiter|sachbearbeiter|ansprechpartner|besteller|sprache|werk|ausfuhrung|tissu|motif|matiere|gamme|saison|magasin|boutique|depot|pays|ville|acheteur|vendeur|winkel|filiaal|stof|seizoen|patroon|land|plaats|tienda|almacen|tejido|tela|temporada|pais|ciudad|comprador|negozio|tessuto|stagione|paese|citta|loja|cor|tamanho|cidade|sklep|tkanina|kraj|miasto|butik|tyg|stad|barva|prodejna|velikost|zeme|renk|magaza|ulke|sehir|цвет|магазин|склад|размер|страна|город|店舗|国|ブランド)(?!\p{L})/u;
/** Headings below which a blank cell means no. */
const choosing =
  /\b(?:sel|order\w*|buy|take|include\w*|select\w*|want\w*|approv\w*|confirm\w*|bestell\w*|kauf\w*|nehm\w*|auswahl|ausgewahlt|freigabe|freigegeben|command\w*|bestel\w*|pedir|pedido|incluir|inclure)\b/;

/** Headings below which no means that the row isn't meant, whatever a blank cell means. */
const agreeing =
  /\b(?:activ\w*|aktiv\w*|actif|ready|bereit|open|offen|keep|ship|liefer\w*|needed|required|benotigt|fit(?:ted)?|place|populate|mount(?:ed)?|bestuckt|go|released?|wanted|ok|okay|valid|gultig|enabled|billable|disponible|requis|nodig|necesario)\b/;

/** Whether a heading says that filled cells below it aren't meant: `Canceled`, `DNP`, `Reason for rejection`. */
export function isNegativeHeading(heading: string): boolean {
  const title = foldWords(heading);
  // `No.` and `Order no.` are numbers.
  return refused.test(title) || settled.test(title) || (negation.test(title) && !/\bno$/.test(title));
}

/** Whether a heading of its own row says that the rows below it may not be meant: `Returns`, `Optional items`. */
export function isDoubtfulSection(text: string): boolean {
  return text.length <= maxMarkLength && ['negative', 'unsure'].includes(meaningOf(plainText(text)));
}

/** Finds the columns that mark rows as not meant. Harmless marks such as a store or color are none. */
export function findColumnMarks(columns: readonly SideColumn[]): ColumnMark[] {
  return columns.flatMap((side) => markOf(side) ?? []);
}

function markOf({ column, heading, cells, content, isBehind, isPartial }: SideColumn): ColumnMark | null {
  const different = [...new Set(content === 'used' ? cells : cells.map(plainText))];
  const mark = (isNegative: boolean, isMarked: (cell: string) => boolean) =>
    different.some(isMarked)
      ? { column, heading, isNegative, leftOutBy: (cell: string) => (isMarked(cell) ? ('leave-out' as const) : null) }
      : null;
  const title = foldWords(heading ?? '');
  if (content === 'used') return mark(true, saysUnwanted);
  const meanings = new Set(different.map(meaningOf));
  const isFlag = [...meanings].every((meaning) => ['blank', 'yes', 'no'].includes(meaning));
  const isCross = isFlag && meanings.has('yes') && meanings.has('blank') && !meanings.has('no');
  const isDeciding = deciding.test(title);
  const longest = isDeciding ? maxRemarkLength : maxMarkLength;
  const isShort = different.length <= maxDifferentMarks && different.every((cell) => cell.length <= longest);
  if (content === 'note') {
    const isMarks = heading === null && isShort && (isCross || different.some(isAgreed));
    return (
      // A note is mostly read for what it says.
      mark(true, (cell) => noSign.test(cell) || isRefusingRemark(cell)) ??
      (isMarks ? mark(false, (cell) => meaningOf(cell) !== 'yes') : null) ??
      mark(false, isConditionalRemark) ??
      (harmlessKind.test(title)
        ? null
        : isPartial
          ? mark(false, isUnknownRemark)
          : mark(false, remarkMarks(different, cells)))
    );
  }
  if (heading !== null && isNegativeHeading(heading)) return negativeMark(mark, title, content, meanings);
  if (content === 'figures' && !isDeciding) return mark(true, isRefusingRemark) ?? mark(false, isUnknownWord);
  if (!isShort) return isDeciding || content === 'mark' ? mark(isDeciding, isRefusingRemark) : null;
  if (isFlag && harmlessFlag.test(title)) return null;
  const isNoClear = heading === null || isDeciding || choosing.test(title) || agreeing.test(title);
  if (
    isFlag &&
    meanings.has('yes') &&
    meanings.size > 1 &&
    !isNoClear &&
    !different.some((cell) => noSign.test(cell))
  ) {
    const leftOutBy = (cell: string) => (meaningOf(cell) === 'yes' ? 'without-yes' : 'without-no');
    return { column, heading, isNegative: false, leftOutBy };
  }
  if (isCross) return mark(choosing.test(title), isBlank);
  // Two signs for yes may mean anything: `o` and `x`.
  if (isFlag && meanings.size === 1 && different.length < cells.length && new Set(different.map(foldWords)).size > 1) {
    return mark(false, differsFromUsual(different, cells));
  }
  // Where all rows are the same, only a clear word marks them.
  const isOneValue = different.length === 1 && !choosing.test(title);
  const isRefused = (cell: string) => {
    const meaning = meaningOf(cell);
    return meaning === 'negative' || (meaning === 'no' && !isOneValue && (isNoClear || noSign.test(cell)));
  };
  const isKind = areKinds(different, cells, isBehind && title !== '') && !harmlessKind.test(title);
  const isTold = content === 'mark' && (isKind || (title === '' && areLetters(different)));
  return mark(true, isRefused) ?? mark(false, unclearMarks(different, cells, { content, title, isTold }));
}

function isBlank(cell: string): boolean {
  return meaningOf(cell) === 'blank';
}

function differsFromUsual(different: readonly string[], cells: readonly string[]): (cell: string) => boolean {
  const counts = new Map(different.map((cell) => [cell, 0]));
  for (const cell of cells.map(plainText)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return (cell) => plainText(cell) !== usual;
}

/** Whether cells are letters that stand for something, but not sizes. */
function areLetters(different: readonly string[]): boolean {
  const filled = different.filter((cell) => !isBlank(cell));
  return different.length > 1 && filled.every((cell) => /^\p{Lu}{1,2}$/u.test(cell)) && !areSizes(filled);
}

function areSizes(cells: readonly string[]): boolean {
  return cells.every((cell) => /^(?:X{0,3}[SL]|M)$/.test(cell));
}

/** Whether cells are few words in any language, some of which come again, as states, kinds and decisions do. */
function areKinds(different: readonly string[], cells: readonly string[], isBehind: boolean): boolean {
  const filled = different.filter((cell) => !isBlank(cell));
  const rows = cells.filter((cell) => !isBlank(cell)).length;
  const mayDiffer = isBehind || filled.every((cell) => /^\p{Lu}{1,3}$/u.test(cell));
  const isFew = filled.length < rows || (mayDiffer && rows <= fewRows);
  return isFew && filled.length > 1 && filled.every((cell) => kind.test(cell) && unitName(cell) === null);
}

/** Which of few remarks that come again, or of letters, tell their rows apart. */
function remarkMarks(different: readonly string[], cells: readonly string[]): (cell: string) => boolean {
  const isFew = different.length < cells.length && different.length <= maxDifferentMarks && !areSizes(different);
  if (different.length === 1 || !(isFew || areLetters(different))) return () => false;
  return different.some(isClearRemark) ? (cell) => !isClearRemark(cell) : differsFromUsual(different, cells);
}

const fewRows = 4;
/** Up to three words, or some signs. */
const kind = /^(?:\p{L}[\p{L}\p{M}'’.-]{0,24}(?: [\p{L}\p{M}'’.-]{1,24}){0,2}|[^\p{L}\p{N}]{1,6})$/u;

/** Below such a heading whatever isn't blank or no marks its row: a cross, a date, what was returned. */
function negativeMark(
  mark: (isNegative: boolean, isMarked: (cell: string) => boolean) => ColumnMark | null,
  title: string,
  content: SideColumn['content'],
  meanings: ReadonlySet<Meaning>,
): ColumnMark | null {
  // Where every row has been dealt with, the list is a history, which may be ordered again.
  if (!refused.test(title) && !meanings.has('blank') && !meanings.has('no')) return null;
  // An export may state the dates of a whole order beside its first line alone. A date in each line is that after which
  // the order is canceled.
  const isSure = content !== 'figures' || (refused.test(title) && (meanings.has('blank') || meanings.has('no')));
  return mark(isSure, (cell) => !['blank', 'no'].includes(meaningOf(cell)));
}

/** Whether a value tells its row apart, although its words aren't known to be negative. */
function unclearMarks(
  different: readonly string[],
  cells: readonly string[],
  { content, title, isTold }: Pick<SideColumn, 'content'> & { title: string; isTold: boolean },
): (cell: string) => boolean {
  const folded = different.map(foldWords);
  const opposite = (cell: string) => folded.some((other) => isOpposite(foldWords(cell), other));
  const isClear = (cell: string) => meaningOf(cell) === 'unsure' || opposite(cell);
  const filled = different.filter((cell) => !isBlank(cell));
  const isSparse = filled.length > 0 && different.some(isBlank) && !harmlessKind.test(title);
  const isDecided = deciding.test(title) && different.length > 1;
  const hasYes = different.some(isAgreed);
  if (content === 'described' ? !isDecided : !isDecided && !isSparse && !hasYes && !isTold) return isClear;
  const isKnown = (cell: string) => (hasYes ? ['blank', 'yes'] : ['blank', 'yes', 'meant']).includes(meaningOf(cell));
  if (different.some(isKnown)) return (cell) => !isKnown(cell) || opposite(cell);
  return differsFromUsual(different, cells);
}

/** Whether a value denies the other: `unpaid` and `paid`, `NB` and `B`, `not fitted` and `fitted`. */
function isOpposite(value: string, other: string): boolean {
  return value.endsWith(other) && opposites.test(value.slice(0, -other.length));
}

const opposites = /^(?:n|un|in|im|non|no|not|nicht|niet|non|dis|de|ab)[ -]?$/;
