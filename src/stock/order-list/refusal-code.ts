/** Reason why a line can't be an order line. */
export type RefusalCode =
  | 'no-product'
  | 'no-quantity'
  | 'zero-quantity'
  | 'negative-quantity'
  | 'not-a-number'
  /** Two numbers with a multiplication sign: `2 x 30 m` may be 2 or 60 m. */
  | 'unclear-quantity'
  | 'too-many-decimals'
  | 'too-large'
  | 'percent'
  | 'price'
  | 'shortened-quantity'
  | 'shortened-product'
  | 'product-became-date'
  | 'spreadsheet-error'
  | 'not-a-date'
  | 'date-without-year'
  | 'too-many-cells'
  /** Several products or sizes in one line, each of which would be an order line. */
  | 'several-orders'
  /** The line is marked as canceled. */
  | 'canceled'
  | 'not-understood'
  /** A line of an earlier message, quoted in a reply that has orders of its own. */
  | 'quoted'
  | 'prose';
