import { cellKind } from './cell-kind.ts';
import { readHeaderCell } from './header-row.ts';
import { groupsOf, latinDigits, plainText } from './plain-text.ts';
import { withoutPoliteWords } from './mail-line.ts';

// No two adjacent parts of these patterns may match the same space. This prevents catastrophic backtracking.
const key = String.raw`(?:\d{4,10}|(?=[\p{L}._-]*\d)(?=[\d._-]*\p{L})[\p{L}\d][\p{L}\d._-]{3,})`;
const sign = String.raw`(?: ?[,;+&/] ?| (?:and|und|et|en|y|e|plus) )`;
const keys = String.raw`(?<keys>${key}(?:${sign}${key})+)`;
const amount = String.raw`\d+(?:[.,']\d{1,3}(?!\d))*(?: ?(?!x(?!\p{L}))\p{L}{1,8}\.?)?`;
const each = String.raw`(?:each|apiece|je(?:weils)?|chacune?s?|chaque|elk|ieder|cada(?: un[oa])?|ciascun[oa]|cad)\b\.?`;

const of = '(?:of|von|vom|de|van|di)';

/** Several products with one quantity: `10001, 10002: 5 m each`, `10001 and 10002 5 m`, `je 5 m 10001, 10002`. */
const sharedQuantity = [
  String.raw`${keys}(?: ?[:=–-] ?| )\(?(?:${each} ?)?${amount}(?: ?${each})?\)?`,
  String.raw`(?:${each} ?)?${amount}(?=[ :])(?: ${each})?(?: ?:| ${of})? ?${keys}`,
].map((shape) => new RegExp(`^${shape}$`, 'iu'));

/** Several pairs: `10001: 5, 10002: 6`, `10001 5 m and 10002 6 m`, `5 m of 10001, 6 m of 10002`. */
const pairs = [String.raw`${key}(?: ?[:=x×(–-] ?| )${amount}x?\)?`, String.raw`${amount}(?: ${of}| ?[x×])? ${key}`].map(
  (pair) => new RegExp(String.raw`^${pair}(?:${sign}${pair})+$`, 'iu'),
);

const size = String.raw`(?:(?:size|gr(?:öße)?|taille|maat|talla|taglia)\.? ?)?(?:\d?x{0,4}[sl]|m|[3-6]\d(?= ?[:=/]))`;
const sized = String.raw`(?:${size}(?: ?[:=x×/(-])? ?\d{1,5}\)?|\d{1,5} ?(?:[x×](?: |(?=m)))?${size})(?![\p{L}\d])`;
/** One product in several sizes: `10001 M 5 L 3`, `AB-100: 5 M, 3 L`, `10001 38/5 40/3`. */
const severalSizes = new RegExp(String.raw`^${key}[ :,–-]+(?:${sized}[ ,;/+]*){2,}$`, 'iu');

/** Several quantities: `5, 7`, `5 m / 7 m`. */
const amounts = new RegExp(String.raw`^${amount}(?:(?: ?[;+&/]|,) ${amount})+$`, 'iu');

/** Whether a text line orders several products, or several sizes of one. False above 240 characters. */
export function hasSeveralOrders(line: string): boolean {
  if (line.length > 240) return false;
  const { text } = withoutPoliteWords(
    latinDigits(plainText(line))
      .replace(/\s+/g, ' ')
      .replace(/^[-*•] /, ''),
  );
  const [label = '', values = ''] = groupsOf(text, /^(\p{L}[^:：\d]{0,30})[:：]\s*(.+)$/u);
  const role = readHeaderCell(label)?.role;
  if ((role !== undefined && haveSameShape(values)) || (role === 'quantity' && amounts.test(values))) return true;
  const isSure = [severalSizes, ...pairs].some((shape) => shape.test(text));
  return isSure || sharedQuantity.some((shape) => haveSameShape(shape.exec(text)?.groups?.['keys']));
}

/** Whether the cells of a row are several orders, as in tables placed side by side. */
export function areSideBySideOrders(cells: readonly string[]): boolean {
  if (cells.length > maxCells || cells.filter((cell) => isKey.test(cell)).length < 2) return false;
  const shapes = cells.map((cell) => {
    const kind = cellKind(cell);
    if (kind !== 'measure' && isKey.test(cell)) return shapeOf(cell);
    return ['whole', 'grouped', 'decimal', 'measure'].includes(kind) ? 'number' : 'other';
  });
  const hasKey = shapes.some((shape) => shape.includes('0'));
  return hasKey && shapes.includes('number') && /^(.+)(?:\t\1)+$/.test(shapes.join('\t'));
}

/** Maximum number of cells checked. */
const maxCells = 20;
const isKey = /^(?:\d{5,10}|(?=\S*\d)(?=\S*\p{L})\S{1,40})$/u;

/**
 * Whether all keys have the same shape, and so are different products. An ID with a barcode or code may name one
 * product twice.
 */
function haveSameShape(text = ''): boolean {
  const shapes = text.split(new RegExp(sign, 'iu')).map(shapeOf);
  return new RegExp(`^${keys}$`, 'iu').test(text) && new Set(shapes).size === 1;
}

function shapeOf(text: string): string {
  return text.replace(/\d/g, '0').replace(/\p{L}/gu, 'a');
}
