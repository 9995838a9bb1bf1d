/** Spreadsheets skip leading white space and line breaks before a formula, including `<br>` in an HTML cell, and some take full-width signs. */
const startsFormula = /^'*(?:[\s\ufeff\u200b]*[=+\-@＝＋－＠]|[\t\r])/;
/** Only digits with a sign and separators: spreadsheets read this as a number, never as a formula. */
const isNumber = /^\s*[+-]?[.,]?\d[\d.,'\u2019 \u00a0\u202f]*$/;

/**
 * Escapes text against formula injection: prefixes an apostrophe if the text starts like a formula and isn't a number.
 * `-5` and `-1.234,5` are unchanged; `-5 %` and `=1+1` are escaped.
 */
export function escapeFormula(text: string): string {
  return startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
}

/** Reverses {@link escapeFormula}. */
export function unescapeFormula(text: string): string {
  return text.startsWith(`'`) && startsFormula.test(text) ? text.slice(1) : text;
}
