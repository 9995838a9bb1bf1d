import { foldWords } from './plain-text.ts';

/** The months in English, German, French, Dutch and Spanish, and how they are shortened; folded. */
const spellings = [
  'january jan janvier janv januar jaenner janner jan januari enero ene',
  'february feb fevrier fevr fev februar februari febrero',
  'march mar mars marz maerz mrz maart mrt marzo',
  'april apr avril avr abril abr',
  'may mai mei mayo',
  'june jun juin juni junio',
  'july jul juillet juil juli julio',
  'august aug aout augustus agosto ago',
  'september sep sept septembre septiembre set',
  'october oct octobre oktober okt octubre',
  'november nov novembre noviembre',
  'december dec decembre dezember dez diciembre dic',
];

const months = new Map(spellings.flatMap((words, month) => words.split(' ').map((word) => [word, month + 1] as const)));

/** 1 to 12, or null where the word is no month. */
export function monthOf(word: string): number | null {
  return months.get(foldWords(word)) ?? null;
}

/** All spellings as one alternative of a regular expression, accents included as a class of letters. */
export const monthPattern = String.raw`(?:jan|j[aä]n|ene|f[eé][bv]|m[aä]r|mrz|mrt|maa|maer|apr|av[r]|abr|ma[iy]|mei|ju[nl]|jui|aug|ao[uû]|ago|se[pt]|o[ck]t|nov|d[eéi][cz])\p{L}*`;
