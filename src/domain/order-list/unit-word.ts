import { foldWords } from './plain-text.ts';
import spellings from './unit-words.json' with { type: 'json' };

/** Units by one name each, and how five languages write them; folded, without punctuation. */
const names = new Map(
  Object.entries(spellings).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);
// German buys by the Dutzend and the Dutch open dozen: the word alone doesn't tell which, so it equals neither.
names.set('dozen', 'dozen or boxes');

/** One name for all spellings of a unit (`Stk.`, `pièces`, `pcs` are `piece`); null where it isn't known as a unit. */
export function unitName(word: string): string | null {
  return names.get(foldWords(word).replace(/(?:running|linear|lfd|laufende) /, '')) ?? null;
}

/** Whether two spellings mean one unit; unknown ones do when they are written alike. */
export function isSameUnit(a: string, b: string): boolean {
  return (unitName(a) ?? foldWords(a)) === (unitName(b) ?? foldWords(b));
}

const money =
  /^(?:[€$£¥₹]|us\$|eur|euros?|usd|gbp|chf|sfr|fr|dkk|sek|nok|pln|zł|kč|czk|kr|dollars?)\.?(?:\s*\/\s*[\p{L}\d.]+)?$/iu;

/** Whether the text is the name or sign of a currency: `€`, `EUR`, `CHF/m`. */
export function isCurrency(text: string): boolean {
  return money.test(text);
}
