/** A spreadsheet passes over white space and line ends in front of a formula, those of an HTML cell's `<br>` included. */
const startsFormula = /^'*(?:[\s\ufeff\u200b]*[=+\-@]|[\t\r])/;
/** Digits with a sign and separators and nothing else: a spreadsheet reads it as that number, never as a formula. */
const isNumber = /^\s*[+-]?[.,]?\d[\d.,'\u2019 \u00a0\u202f]*$/;

/**
 * The text as a spreadsheet takes it without running it: what starts like a formula and isn't wholly a number gets a
 * leading apostrophe. `-5` and `-1.234,5` stay as they are; `-5 %` and `=1+1` don't.
 */
export function harmlessText(text: string): string {
  return startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
}

/** Takes {@link harmlessText} back. */
export function fromHarmlessText(text: string): string {
  return text.startsWith(`'`) && startsFormula.test(text) ? text.slice(1) : text;
}
