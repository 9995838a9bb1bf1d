/** Why a line of a list can't be an order line. */
export type RefusalCode =
  | 'no-product'
  | 'no-quantity'
  | 'zero-quantity'
  | 'negative-quantity'
  | 'not-a-number'
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
  | 'week-not-day'
  | 'too-many-cells'
  | 'not-understood'
  | 'prose';

/** The sentence for a refusal; `value` is the part of the line that it is about. */
export function refusalReason(code: RefusalCode, value = ''): string {
  return sentences[code].replace('{}', () => value);
}

const sentences: Record<RefusalCode, string> = {
  'no-product': 'The product is missing.',
  'no-quantity': 'The quantity is missing; a number above 0 is needed.',
  'zero-quantity': 'The quantity is 0; a number above 0 is needed.',
  'negative-quantity': 'The quantity “{}” is negative; a number above 0 is needed.',
  'not-a-number': 'The quantity “{}” is not a number.',
  'too-many-decimals': 'The quantity “{}” has more than three decimals.',
  'too-large': 'The quantity “{}” is above 1,000,000,000.',
  percent: '“{}” is a percentage, not a quantity.',
  price: '“{}” is an amount of money, not a quantity.',
  'shortened-quantity':
    'A spreadsheet shortened the quantity to “{}”, so digits are lost. Show it as a plain number there and copy it again.',
  'shortened-product':
    'A spreadsheet turned the product into “{}”, so digits are lost. Format the column as text there, enter the product again and copy it.',
  'product-became-date':
    'The product “{}” is a date: a spreadsheet may have turned a code into one. Format the column as text there and enter the code again.',
  'spreadsheet-error': '“{}” is what a spreadsheet shows when it cannot show the value.',
  'not-a-date': 'The needed-by date “{}” is not a date; 2026-03-17 is one.',
  'date-without-year': 'The needed-by date “{}” has no year.',
  'week-not-day': 'The needed-by date “{}” is not a single day; 2026-03-17 is one.',
  'too-many-cells':
    'This line has more cells than the header. If a number holds a comma, put it in quotes or separate the cells by semicolons.',
  'not-understood': 'No product and quantity could be told apart in this line.',
  prose: 'This line holds no number, so it was not read as an order line.',
};
