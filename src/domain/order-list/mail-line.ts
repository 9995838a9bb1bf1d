import { monthPattern } from './month-name.ts';
import { latinDigits, plainText } from './plain-text.ts';

/** A line of a mail without what surrounds an order in it, and the date it asks for. */
export interface MailLine {
  text: string;
  date?: string;
}

const quoteMarks = /^(?:>\s*)+/;
/** `[02.01.26, 10:15] Anna: `, as chats are copied. */
const chatLead = /^\[[^\]]{0,12}\d[^\]]{0,12}\d:\d\d[^\]]{0,8}\]\s*[^:\d]{1,40}:\s+/;
const bullet =
  /^(?:(?:[-*+]\s)?\[[ x✓]?\]|[-*+•·‣▪■●○◦◆–—✓✔→➔➢➤►▶☐☑✅]|(?:pos|position|line|zeile|ligne|regel|l[ií]nea)\.?\s*\d{1,3}\s*[:.)]|\(?\d{1,3}[.)]|\d{1,3}\.\)|[a-z]\))\s+/i;
const politeLead =
  /^(?:(?:and|und|noch|et|en|nog|y|also|auch|aussi|ook|please|bitte|svp|graag|por favor|pls|kindly|(?:we|i) (?:would )?(?:need|like|want|order)|(?:wir|ich) (?:brauchen?|benötigen?|bestellen?|hätten? gerne?)|il (?:me|nous) fau(?:t|drait)|nous (?:voudrions|avons besoin de|commandons)|je (?:voudrais|commande)|(?:ik|wij|we) (?:wil|willen|zou|zouden|bestel|bestellen)(?: graag)?|(?:send|order|supply|deliver|quote)(?: us| me)?|(?:senden|schicken|liefern) sie(?: uns| mir)?|bestelle[nr]?|commander?|envoyer|(?:quisiéramos|necesit(?:o|amos)|quiero|queremos|envíen(?:os)?)|(?:vi |le )?(?:ordino|ordiniamo|preghiamo di inviarci)|vorremmo|vorrei|per favore|item)\b[:,]?\s+)+/iu;
const politeTail =
  /(?:[\s,;.!?–-]+(?:please|bitte|danke|merci|s'?il vous pla[iî]t|svp|s\.v\.p\.?|graag|alstublieft|aub|a\.u\.b\.?|por favor|gracias|per favore|grazie|urgente|when|wann|quand|wanneer|cu[aá]ndo|quando|thanks|thank you|pls|asap|urgent|dringend|bestellen|liefern|leveren))+$/iu;

const dateShape = String.raw`(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?<mark>[./-])\d{1,2}\k<mark>\d{2,4}|\d{1,2}(?:st|nd|rd|th|er|\.)?[\s-]*(?:of |de )?${monthPattern}\.?,?[\s-]*(?:del? )?(?:\d{4}|'?\d{2}(?!\d))|${monthPattern}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})`;
const vagueDateShape = String.raw`(?:\d{1,2}[./]\d{1,2}\.?|\d{1,2}(?:st|nd|rd|th|er|\.)?\s*(?:of |de )?${monthPattern}\.?|${monthPattern}\.?\s+\d{1,2}(?:st|nd|rd|th)?|(?:kw|week|woche|semaine|semana)\s?\d{1,2}(?:[/ ]\d{2,4})?)`;
const dateLead = String.raw`(?:(?:needed|required|wanted|delivery|deliver|delivered|due|ship|shipping|benötigt|lieferung|liefern|livraison|livrer|livrable|nodig|levering|leveren|entrega|entregar|necesario|consegna|date|datum|termin|liefertermin|fecha)\s*:?\s*)*(?:by|before|until|on|for|bis|bis zum|zum|am|vor|pour le|avant le|le|pour|tegen|voor|op|uiterlijk|para el|antes del|el|per|entro|entro il|spätestens|latest)?`;
const datedTail = new RegExp(String.raw`(?:^|[\s,;:(–/|-]+)(?:${dateLead}\s*:?\s*)(?<date>${dateShape})\)?$`, 'iu');
const vaguelyDatedTail = new RegExp(
  String.raw`[\s,;(–-]+(?:by|before|until|bis|bis zum|zum|pour le|avant le|tegen|voor|para el|antes del)\s+(?<date>${vagueDateShape})\)?$`,
  'iu',
);

const datedTails = [
  { tail: datedTail, end: /\d\)?$/ },
  { tail: vaguelyDatedTail, end: /[\p{L}\d.]\)?$/u },
];

/** The line as one or two texts to look for an order in: without its bullet first, then as it is. */
export function readMailLine(line: string): MailLine[] {
  const text = plainText(latinDigits(line).replace(/\t/g, ' '))
    .replace(quoteMarks, '')
    .replace(chatLead, '')
    .replace(/ {2,}/g, ' ');
  if (text.length > 240) return [];
  const unmarked = text.replace(bullet, '');
  return [...new Set([unmarked, text])].map(withoutManners);
}

function withoutManners(line: string): MailLine {
  const text = line
    .replace(politeLead, '')
    .replace(/[\s?!]+$/, '')
    .replace(politeTail, '')
    .replace(/[\s,;.!?]+$/, '');
  for (const { tail, end } of datedTails) {
    const match = end.test(text) ? tail.exec(text) : null;
    const date = match?.groups?.['date'];
    if (match === null || date === undefined) continue;
    const rest = text
      .slice(0, match.index)
      .replace(politeTail, '')
      .replace(/[\s,;:.–-]+$/, '');
    return { text: rest, date };
  }
  return { text };
}
