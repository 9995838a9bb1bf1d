import { expect, it } from 'vitest';

import { withCsvQuotes } from './quoted-cells.ts';

it.each([
  ['“Poplin, blue”;40', '"Poplin, blue";40'],
  ['“Poplin|blue”;40', '"Poplin|blue";40'],
  ['„Poplin, blau“;40\n„Samt“;7', '"Poplin, blau";40\n"Samt";7'],
  ['a;b\n“x, y”;5', 'a;b\n"x, y";5'],
  ['«Poplin»;«40»', '"Poplin";"40"'],
  ['`a`|`b`', '"a"|"b"'],
  ["'Poplin';'40'", '"Poplin";"40"'],
  ["SKU;Qty\n'Poplin';'40'\n'Satin';7", 'SKU;Qty\n"Poplin";"40"\n"Satin";7'],
  ['“a"b, c”;5', '"a""b, c";5'],
  [String.raw`"2\" wide";40`, '"2"" wide";40'],
])('quotes the cells of %j as CSV does', (text, quoted) => expect(withCsvQuotes(text)).toBe(quoted));

it.each([
  "'Poplin, blue';40",
  '‘Poplin, blue’;40',
  '“Poplin” is nice, “he said” so',
  '“Poplin”;40',
  '10001;5',
  String.raw`"C:\temp\","40"`,
  String.raw`2\" wide, 40`,
])('leaves %j unchanged', (text) => expect(withCsvQuotes(text)).toBe(text));
