import { readQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { largestProductId, type ProductId } from '#contract/product-id.ts';

/** Parsed text of the Product field. */
export interface ProductEntry {
  /** Product ID, SKU or name to search for, trimmed. */
  product: string;
  /** Null if there is no quantity beside the product, or only an ambiguous one: `product` is then the whole text. */
  quantity: Thousandths | null;
  /** Unit after the quantity, as typed. The quantity is never converted. */
  unit: string | null;
}

/**
 * Parses `12345 x 40`, `12345 × 40 m` (product first), `250 m of 12345`, `250 m von 12345` (quantity first) and two
 * cells pasted with a tab between them. Also parses `250 m 12345`, `12345 40 m` and `CP-1001-SK 40`, if a unit or a code
 * distinguishes quantity and product. The quantity is in the locale's format. Any other text is a product: `Towel 50 x
 * 70` is a name, and a text with an ambiguous quantity is kept whole so that no part is lost.
 */
export function readProductEntry(text: string, locale: string): ProductEntry {
  const typed = text.trim();
  for (const { pattern, productFirst, needsUnit = false } of forms) {
    const [, first, second] = pattern.exec(typed) ?? [];
    if (first === undefined || second === undefined) continue;
    const [product, amount] = productFirst ? [first, second] : [second, first];
    const read = readAmount(amount, locale);
    if (read !== null && (!needsUnit || read.unit !== null)) return { product: product.trim(), ...read };
  }
  return { product: typed, quantity: null, unit: null };
}

// A name of several words may end in a dimension ("Towel 50 x 70"), so only a single word may end in a digit before ×.
const product = String.raw`(\S+|.*[^\s\d])`;

// Matches `CP-1001-SK` and `H07RNF3`, but not `A4` or `3M`, which can begin a name.
const code = String.raw`(?=\S*\p{L})(?:(?=\S*\d{3})[\p{L}\d]+|(?=\S*\d)[\p{L}\d]+(?:[-./_][\p{L}\d]+)+)`;

const forms: readonly { pattern: RegExp; productFirst: boolean; needsUnit?: boolean }[] = [
  { pattern: /^([^\t]+)\t([^\t]+)$/, productFirst: true },
  { pattern: new RegExp(`^${product}\\s+[x×*]\\s*(\\S.*)$`, 'iu'), productFirst: true },
  { pattern: /^(\S+)×(\S.*)$/u, productFirst: true },
  { pattern: /^(.+?)\s+(?:of|von)\s+(\S.*)$/iu, productFirst: false },
  { pattern: /^(\S+)\s+[x×*]\s+(\p{L}.*)$/iu, productFirst: false },
  { pattern: new RegExp(String.raw`^(${code}) +(\d\S*(?: *\p{L}\S*)?)$`, 'u'), productFirst: true },
  { pattern: /^([1-9]\d*) +(\d\S* *\p{L}\S*)$/u, productFirst: true, needsUnit: true },
  {
    pattern: new RegExp(String.raw`^(\d\S* *\p{L}\S*) +([1-9]\d*|${code})$`, 'u'),
    productFirst: false,
    needsUnit: true,
  },
];

// Only units that need no conversion: "250 cm" isn't a quantity of 250 for stock kept in meters.
const unit =
  /(?<=[\d\s])(?:m[²2]?|sqm|mtrs?|met(?:re|er)s?|kg|kgs|pcs?|pieces?|stk|stück|yds?|yards?|rolls?|rollen?|box(?:es)?|pairs?|units?)\.?$/iu;

function readAmount(written: string, locale: string): Omit<ProductEntry, 'product'> | null {
  const unitWritten = unit.exec(written)?.[0] ?? null;
  const number = unitWritten === null ? written : written.slice(0, -unitWritten.length);
  const reading = readQuantity(number, locale);
  return reading.ok ? { quantity: reading.value, unit: unitWritten } : null;
}

/** Parses a product ID, null if the text isn't one (leading zeros included). */
export function parseProductId(text: string): ProductId | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= largestProductId ? id : null;
}
