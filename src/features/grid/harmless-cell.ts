const startsFormula = /^'*[=+\-@]/;
const escaped = /^'+[=+\-@]/;
const isNumber = /^[+-]?[\d.,\s'\u2019]*\d%?$/;

/** A text that no spreadsheet runs as a formula when it is pasted; numbers, negative ones as well, stay as they are. */
export function toHarmlessCell(text: string): string {
  return startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
}

/** Takes {@link toHarmlessCell} back. */
export function fromHarmlessCell(text: string): string {
  return escaped.test(text) ? text.slice(1) : text;
}
