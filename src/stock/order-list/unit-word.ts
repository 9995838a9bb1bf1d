import { foldWords } from './plain-text.ts';
import spellings from './unit-words.json' with { type: 'json' };

/** Canonical unit names by folded spelling. */
const names = new Map(
  Object.entries(spellings).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);
// "Dozen" is twelve in English and boxes in Dutch, so it equals neither unit.
names.set('dozen', 'dozen or boxes');

/** Returns the canonical name of a unit (`piece` for `Stk.`, `pièces`, `pcs`); null if unknown. */
export function unitName(word: string): string | null {
  return names.get(foldWords(word).replace(/(?:running|linear|lfd|laufende) /, '')) ?? null;
}

/** Whether two spellings mean the same unit. Unknown units are compared by their folded text. */
export function isSameUnit(a: string, b: string): boolean {
  return (unitName(a) ?? foldWords(a)) === (unitName(b) ?? foldWords(b));
}

const money =
  /^(?:[€$£¥₹]|us\$|eur|euros?|usd|gbp|chf|sfr|fr|dkk|sek|nok|pln|zł|kč|czk|kr|dollars?)\.?(?:\s*\/\s*[\p{L}\d.]+)?$/iu;

/** Whether the text is the name or sign of a currency: `€`, `EUR`, `CHF/m`. */
export function isCurrency(text: string): boolean {
  return money.test(text);
}
