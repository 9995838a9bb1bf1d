import { readQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import { largestProductId, type ProductId } from '#contract/product-id.ts';

/** What somebody typed in the Product field. */
export interface ProductEntry {
  /** An id, SKU or name to search for, trimmed. */
  product: string;
  /** Null where no quantity stands beside the product, or none that is certain: then `product` is the whole text. */
  quantity: Thousandths | null;
  /** The unit written after the quantity, as typed; it converts nothing. */
  unit: string | null;
}

/**
 * Reads `12345 x 40`, `12345 × 40 m` (product first), `250 m of 12345`, `250 m von 12345` (quantity first) and two
 * cells pasted with a tab between them; where a unit or a code tells the two apart, `250 m 12345`, `12345 40 m` and
 * `CP-1001-SK 40` too; the quantity as the locale writes it. Anything else is a product alone: `Towel 50 x 70` is a
 * name, and a quantity that isn't certain leaves the text whole rather than be dropped.
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

// A name of several words may end in a measure ("Towel 50 x 70"), so before a sign only one word may end in a digit.
const product = String.raw`(\S+|.*[^\s\d])`;

// `CP-1001-SK` and `H07RNF3`, not `A4` or `3M`, which begin names.
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

// Only units whose number needs no conversion: the quantity of "250 cm" isn't 250 where stock is kept in metres.
const unit =
  /(?<=[\d\s])(?:m[²2]?|sqm|mtrs?|met(?:re|er)s?|kg|kgs|pcs?|pieces?|stk|stück|yds?|yards?|rolls?|rollen?|box(?:es)?|pairs?|units?)\.?$/iu;

function readAmount(written: string, locale: string): Omit<ProductEntry, 'product'> | null {
  const unitWritten = unit.exec(written)?.[0] ?? null;
  const number = unitWritten === null ? written : written.slice(0, -unitWritten.length);
  const reading = readQuantity(number, locale);
  return reading.ok ? { quantity: reading.value, unit: unitWritten } : null;
}

/** The product id that a text is, without leading zeros; null where it is none. */
export function productIdIn(text: string): ProductId | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= largestProductId ? id : null;
}
