import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

import { readComingDate } from './date-cell.ts';
import { withoutPoliteWords } from './mail-line.ts';
import type { OrderListLine, RefusedLine } from './order-list.ts';
import { plainText } from './plain-text.ts';

const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|greetings|hallo|guten (?:tag|morgen|abend)|moin|servus|grüezi|grüß gott|sehr geehrte[rs]?|liebe[rs]?|bonjour|bonsoir|madame|monsieur|chère?s?|salut|beste|geachte|goede(?:morgen|middag|navond)|hola|buen[oa]s|estimad[oa]s?|buongiorno|buonasera|gentile|gentili|egregio|spett|ciao|salve)(?![\p{L}-])/iu;
const mailHead =
  /^(?:from|to|cc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|aan|verzonden|onderwerp|para|enviado|asunto|da|inviato|oggetto)\s?:\s/iu;
const closing =
  /^(?:(?:with )?(?:(?:kind|best|warm|warmest|kindest|many) )?(?:regards|wishes|thanks)|best|cheers|(?:yours )?(?:sincerely|faithfully)|thank you|br|rgds|sent from my|(?:mit )?(?:freundlichen?|viele[nr]?|besten?|lieben?|schönen?) gr(?:ü|ue)(?:ß|ss)en?|gr[uü]ß(?:e|en)?|mfg|lg|vg|danke|vielen dank|von meinem|gesendet von|(?:bien )?cordialement|bien à vous|salutations|merci|met vriendelijke groet(?:en)?|mvg|groet(?:en|jes)?|(?:alvast )?bedankt|(?:un )?(?:cordial )?saludos?|atentamente|gracias|(?:cordiali |distinti )?saluti|grazie)(?![\p{L}-])/iu;
const contact =
  /[\w.-]@[\w-]|\bwww\.|https?:|^(?:tel|phone|mobile?|mob|cell|fax|fon|telefon|téléphone|tél|tlf)[.:\s]+[+(]?\d|^[tmf][.:\s]+[+(\d][\d\s()/.-]{5}|^\+\d{1,3}[\s(]|\b(?:gmbh|ltd|limited|inc|bv|b\.v\.|sarl|s\.r\.l\.|hrb|vat|ust-?id(?:nr)?)\b/iu;

/** Words of sentences about the ship-by date of a whole order. */
const wanted =
  /(?<!\p{L})(?:need|want|requir|deliver|ship|send|everything|all(?!\p{L})|due(?!\p{L})|brauch|benötig|alles|liefer|spätestens|besoin|livr|tout|nodig|lever|necesit|entreg|todo|consegn|tutto|serv[eo])/iu;

/** Words that leave the exact day open; for the user, who decides about it, the day itself is the likeliest. */
const inexact = /^(?:before|vor|avant le|antes del|voor)(?: the| dem)? /iu;

/** Maximum number of words of a greeting, or of a signature line; longer lines are a message. */
const maxWords = 6;

/**
 * Marks the refused lines of a letter that certainly order nothing: the greeting above the first order, the closing and
 * signature below the last, and the ship-by date of the whole order. Other lines with digits are marked only if they
 * are contact data. `today` is null if unknown; then no ship-by date is found.
 */
export function withLetterParts(
  refused: readonly RefusedLine[],
  lines: readonly OrderListLine[],
  today: CalendarDate | null,
): RefusedLine[] {
  const first = lines[0]?.line ?? Infinity;
  const last = lines.at(-1)?.line ?? Infinity;
  let isClosed = false;
  return refused.map((line) => {
    if (line.part || (line.code !== 'prose' && line.code !== 'not-understood')) return line;
    const text = plainText(line.text).replace(/^[>\s]+/, '');
    const isAbove = line.line < first;
    const isBelow = line.line > last;
    if (isAbove && mailHead.test(text)) return { ...line, part: 'greeting' };
    const shipBy = (isAbove && lines.length > 0) || isBelow ? shipByIn(text, today) : [];
    if (shipBy.length > 0) return { ...line, part: 'ship-by', shipBy };
    const isShortProse = line.code === 'prose' && text.split(/\s+/).length <= maxWords;
    if (isAbove && isShortProse && greeting.test(text)) return { ...line, part: 'greeting' };
    if (!isBelow) return line;
    isClosed ||= isShortProse && closing.test(text);
    const isOfSignature = isShortProse || (line.code !== 'prose' && contact.test(text));
    return isClosed && isOfSignature ? { ...line, part: 'signature' } : line;
  });
}

/** Possible ship-by dates of the whole order, from today, soonest first. Empty if the sentence has other digits. */
function shipByIn(sentence: string, today: CalendarDate | null): CalendarDate[] {
  if (today === null || sentence.length > 120) return [];
  const { text, date = '' } = withoutPoliteWords(sentence.replace(/[\s.:]+$/, ''));
  // A date alone is the letter's own.
  const isOnlyTerm = text === '' && /^\p{L}{2,}[\s:]/u.test(sentence) && !sentence.startsWith(date);
  if (date === '' || /\d/.test(text) || (!isOnlyTerm && !wanted.test(sentence))) return [];
  const cell = readComingDate(date.replace(inexact, ''), today);
  const days = [cell?.dayFirst, cell?.monthFirst].flatMap((day) => (day && day >= today ? [day] : []));
  return [...new Set(days)].toSorted((a, b) => daysBetween(b, a));
}
