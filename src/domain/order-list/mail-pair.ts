import { largestQuantity } from '#lib/thousandths.ts';
import { type MailSide, mayBeQuantity } from './mail-side.ts';

/** An order in the words of a mail; its parts are still as they were written. */
export interface MailPhrase {
  product: string;
  quantity: string;
  date?: string;
  /**
   * Which side stood first; `open` where two bare numbers leave it to the other phrases with the same sign.
   */
  order: 'product-first' | 'quantity-first' | 'open';
  /** What joins the two: a sign of multiplication, a colon or arrow, a word or unit, a comma or space. */
  sign: 'times' | 'colon' | 'word' | 'loose';
}

/** Makes an order of the two sides of a sign where one may be the product and the other the quantity. */
export function pairSides(left: MailSide, right: MailSide, sign: 'times' | 'colon' | 'loose'): MailPhrase | null {
  const quantityFirst = { product: right.text, quantity: left.text, order: 'quantity-first', sign } as const;
  const productFirst = { product: left.text, quantity: right.text, order: 'product-first', sign } as const;
  const mayBeQuantityFirst = right.mayBeProduct && counts(left, right) && isBelievable(right, left, sign);
  const mayBeProductFirst = mayStandFirst(left, right, sign) && counts(right, left) && isBelievable(left, right, sign);
  if (!mayBeProductFirst) return mayBeQuantityFirst ? quantityFirst : null;
  if (!mayBeQuantityFirst || isFixed(left, right, sign)) return productFirst;
  return { ...productFirst, order: 'open' };
}

/** A number that is too large to order is one only where the other side is none. */
function counts(side: MailSide, other: MailSide): boolean {
  const isHuge = side.number?.point === side.number?.comma && Number(side.number?.point) > largestQuantity;
  return mayBeQuantity(side) && !(isHuge && other.number !== null);
}

function mayStandFirst(left: MailSide, right: MailSide, sign: MailPhrase['sign']): boolean {
  // `Towel 50 x 70` is a name with its measure.
  if (sign === 'times' && left.isName && /\s[\d.,]+$/.test(left.text)) return false;
  return left.mayBeProduct || (left.isGrouped && right.number !== null);
}

/** `12345: 250` and `12345 x 250` are fixed phrases; `250 x 12345` looks like one, but is hardly meant so. */
function isFixed(left: MailSide, right: MailSide, sign: MailPhrase['sign']): boolean {
  return sign === 'colon' || (sign === 'times' && digitsOf(left).length > digitsOf(right).length);
}

function digitsOf({ text }: MailSide): string {
  return text.replace(/\D/g, '');
}

/** A name is only taken for a product beside a sign of multiplication or a unit: else it may be any word. */
function isBelievable(product: MailSide, quantity: MailSide, sign: MailPhrase['sign']): boolean {
  return !product.isName || sign === 'times' || quantity.number?.unit !== undefined;
}
