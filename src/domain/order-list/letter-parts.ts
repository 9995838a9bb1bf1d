import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

import { readComingDate } from './date-cell.ts';
import { withoutManners } from './mail-line.ts';
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

/** What is said of a whole order in front of its date, or behind it. */
const wanted =
  /(?<!\p{L})(?:need|want|requir|deliver|ship|send|everything|all(?!\p{L})|due(?!\p{L})|brauch|benötig|alles|liefer|spätestens|besoin|livr|tout|nodig|lever|necesit|entreg|todo|consegn|tutto|serv[eo])/iu;

/** More words than a greeting has, or the name and the post of who signs, are a message. */
const mostWords = 6;

/**
 * Marks the lines of a letter that ask for no product: its greeting above the first order, its closing below the last
 * one and who signs it, and outside of the orders the date by which it wants all of them. Any other line with a figure
 * is only marked where it gives an address.
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
    const isShortProse = line.code === 'prose' && text.split(/\s+/).length <= mostWords;
    if (isAbove && isShortProse && greeting.test(text)) return { ...line, part: 'greeting' };
    if (!isBelow) return line;
    isClosed ||= isShortProse && closing.test(text);
    const isOfSignature = isShortProse || (line.code !== 'prose' && contact.test(text));
    return isClosed && isOfSignature ? { ...line, part: 'signature' } : line;
  });
}

/** The coming days that a sentence without any other figure may mean as the last one for the whole order, soonest first. */
function shipByIn(sentence: string, today: CalendarDate | null): CalendarDate[] {
  if (today === null || sentence.length > 120 || !wanted.test(sentence)) return [];
  const { text, date } = withoutManners(sentence.replace(/[\s.:]+$/, ''));
  const cell = date === undefined || /\d/.test(text) ? null : readComingDate(date, today);
  const days = [cell?.dayFirst, cell?.monthFirst].flatMap((day) => (day && day >= today ? [day] : []));
  return [...new Set(days)].toSorted((a, b) => daysBetween(b, a));
}
