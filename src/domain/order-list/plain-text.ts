const oddCharacter = /[^\x20-\x7e]/;
const invisible =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const oddSpace = /[\u000b\u000c\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** The text without marks that nobody sees (zero-width, byte order, direction, control), with plain spaces, trimmed. */
export function plainText(text: string): string {
  if (!oddCharacter.test(text)) return text.trim();
  return text.replace(invisible, '').replace(oddSpace, ' ').trim();
}

/**
 * What a spreadsheet cell holds: plain text, without the apostrophe and the `="..."` that keep a spreadsheet from
 * taking `00123` for a number.
 */
export function cellText(cell: string): string {
  let text = plainText(cell);
  if (text.startsWith('="') && text.endsWith('"')) text = text.slice(2, -1).trim();
  if (text.startsWith("'") || text.startsWith('\u2019')) text = text.slice(1).trim();
  return text;
}

// The 2 of `m²` belongs to the unit; that of `10²`, like the ½ of `3½`, is no digit among the others.
const compatible = /[^\p{No}]+|(?<=\p{L})\p{No}/gu;

/** Full-width forms and every script's digits as 0 to 9; for what is read as a number or a date, never for products. */
export function latinDigits(text: string): string {
  if (!oddCharacter.test(text)) return text;
  return text
    .replace(compatible, (part) => part.normalize('NFKC'))
    .replace(/[\u2018\u2019\u02bc\u00b4\u066c]/g, "'")
    .replace(/\u066b/g, '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Every run of decimal digits in Unicode has ten characters, and starts where the one before is no digit. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  let start = code;
  while (code - start < 9 && /\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return code - start;
}

/** Words to compare with a vocabulary: lower case, no accents, no punctuation, `productId` and `product_id` as two. */
export function foldWords(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
