/** Opening and closing marks that may quote cells; in CSV only straight double ones do. */
const marks = ['“”', '„“', '„”', '””', '«»', '»«', '‹›', '›‹', '‘’', '‚‘', '‚’', '＂＂', '``', "''"];

/** Where a cell starts and ends, and its text. Longer texts would take too long. */
const before = String.raw`(?<=^|[,;\t|^~])[ \u00a0]*`;
const behind = String.raw`[ \u00a0]*(?=[,;\t|^~]|$)`;
const within = String.raw`[^\n]{0,500}?`;

/**
 * Quotes cells as CSV does, whatever the quotation marks: `“Poplin, blue”` and `'Poplin, blue'` as `"Poplin, blue"`,
 * `"2\" wide"` as `"2"" wide"`. Marks that don't enclose whole cells of a table are unchanged.
 */
export function withCsvQuotes(text: string): string {
  const pair = marks.find(([open = '', close = '']) => text.includes(open) && quotesCells(text, open, close));
  const quoted = pair === undefined ? text : text.replace(cellIn(pair), (_, cell: string) => quote(cell));
  return quoted.includes(String.raw`\"`) ? quoted.split('\n').map(withDoubledQuotes).join('\n') : quoted;
}

function cellIn([open = '', close = '']: string): RegExp {
  return new RegExp(`${before}${open}(${within})${close}${behind}`, 'gmu');
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** Whether the marks enclose two cells side by side or, unless they are apostrophes, one with a separator in it. */
function quotesCells(text: string, open: string, close: string): boolean {
  const cell = `${open}${within}${close}[ \\u00a0]*`;
  if (new RegExp(`${before}${cell}[,;\\t|^~][ \\u00a0]*${cell}${behind}`, 'mu').test(text)) return true;
  const isApostrophe = close === "'" || close === '’';
  return !isApostrophe && Array.from(text.matchAll(cellIn(open + close))).some(([, cell = '']) => /[,;|]/.test(cell));
}

/** Doubles quotes behind a backslash, unless they close their cell: `"C:\temp\","40"`. */
function withDoubledQuotes(line: string): string {
  if (!/(?:^|[,;\t|^~]) *"/.test(line)) return line;
  return line.replace(/\\"(?! *(?:[,;\t|^~] *"|$))/g, '""');
}
