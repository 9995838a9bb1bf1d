import type { OrderListLine, RefusedLine } from './order-list.ts';
import { plainText } from './plain-text.ts';

const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|afternoon|greetings|hallo|guten (?:tag|morgen|abend)|moin|servus|grüezi|grüß gott|sehr geehrte[rs]?|liebe[rs]?|bonjour|bonsoir|madame|monsieur|chère?s?|salut|beste|geachte|goede(?:morgen|middag|navond)|hola|buen[oa]s|estimad[oa]s?|buongiorno|buonasera|gentile|gentili|egregio|spett|ciao|salve)(?![\p{L}-])/iu;
const mailHead =
  /^(?:from|to|cc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|aan|verzonden|onderwerp|para|enviado|asunto|da|inviato|oggetto)\s?:\s/iu;
const closing =
  /^(?:(?:with )?(?:(?:kind|best|warm|warmest|kindest|many) )?(?:regards|wishes|thanks)|best|cheers|(?:yours )?(?:sincerely|faithfully)|thank you|br|rgds|sent from my|(?:mit )?(?:freundlichen?|viele[nr]?|besten?|lieben?|schönen?) gr(?:ü|ue)(?:ß|ss)en?|gr[uü]ß(?:e|en)?|mfg|lg|vg|danke|vielen dank|von meinem|gesendet von|(?:bien )?cordialement|bien à vous|salutations|merci|met vriendelijke groet(?:en)?|mvg|groet(?:en|jes)?|(?:alvast )?bedankt|(?:un )?(?:cordial )?saludos?|atentamente|gracias|(?:cordiali |distinti )?saluti|grazie)(?![\p{L}-])/iu;
const contact =
  /[\w.-]@[\w-]|\bwww\.|https?:|^(?:tel|phone|mobile?|mob|cell|fax|fon|telefon|téléphone|tél|tlf|t|m|f)[.:\s]+[+(]?\d|^\+\d{1,3}[\s(]|\b(?:gmbh|ltd|limited|inc|bv|b\.v\.|sarl|s\.r\.l\.|hrb|vat|ust-?id(?:nr)?)\b/iu;

/** More words than a greeting has, or the name and the post of who signs, are a message. */
const mostWords = 6;

/**
 * Marks the lines of a letter that ask for nothing: its greeting above the first order, its closing below the last
 * one and who signs it. A line with a figure is only marked where it gives an address.
 */
export function withLetterParts(refused: readonly RefusedLine[], lines: readonly OrderListLine[]): RefusedLine[] {
  const first = lines[0]?.line ?? Infinity;
  const last = lines.at(-1)?.line ?? 0;
  let isClosed = false;
  return refused.map((line) => {
    if (line.code !== 'prose' && line.code !== 'not-understood') return line;
    const text = plainText(line.text).replace(/^[>\s]+/, '');
    if (line.line < first && mailHead.test(text)) return { ...line, part: 'greeting' };
    const isShort = text.length < 80 && text.split(/\s+/).length <= mostWords;
    if (line.line < first && line.code === 'prose' && isShort && greeting.test(text)) {
      return { ...line, part: 'greeting' };
    }
    if (line.line < last || lines.length === 0) return line;
    isClosed ||= line.code === 'prose' && isShort && closing.test(text);
    const isOfSignature = line.code === 'prose' ? isShort : contact.test(text);
    return isClosed && isOfSignature ? { ...line, part: 'signature' } : line;
  });
}
