import { fromThousandths } from '#lib/thousandths.ts';
import { readDateCell } from './date-cell.ts';
import { dateOf, type DateStyle } from './date-column.ts';
import { readNumberCell } from './number-cell.ts';
import { valueOf } from './number-column.ts';
import type { OrderListLine, OrderListQuestion, QuestionReading } from './order-list.ts';
import type { Styles } from './read-order.ts';
import { settle } from './settle.ts';
import type { Understanding } from './understanding.ts';

/** Which columns hold the product and the quantity, of several ways to take them; null where all say the same. */
export function columnsQuestion(understandings: readonly Understanding[]): OrderListQuestion | null {
  const lists = understandings.map(({ drafts, styles }) => settle(drafts, styles));
  const line = firstDifference(lists.map(({ lines }) => lines));
  if (line === null) return null;
  const readings = lists.map(({ lines, refused }, index): QuestionReading => {
    const label = describeLine(
      line,
      lines.find((order) => order.line === line),
    );
    return { key: String(index), label, example: null, lines, refused };
  });
  return { about: 'columns', readings };
}

/** The first line of the list that not all readings understand alike. */
function firstDifference(readings: readonly (readonly OrderListLine[])[]): number | null {
  const [first, ...others] = readings.map((lines) => new Map(lines.map((order) => [order.line, order])));
  const numbers = new Set(readings.flatMap((lines) => lines.map(({ line }) => line)));
  const differs = (line: number) => {
    const meant = JSON.stringify(first?.get(line));
    return others.some((other) => JSON.stringify(other.get(line)) !== meant);
  };
  return [...numbers].toSorted((a, b) => a - b).find(differs) ?? null;
}

function describeLine(line: number, order: OrderListLine | undefined): string {
  if (order === undefined) return `Line ${line} has no quantity`;
  const { product, quantity, neededBy } = order;
  const date = neededBy === undefined ? '' : `, needed by ${neededBy}`;
  return `Line ${line} is product “${product}”, quantity ${quantity}${date}`;
}

const numberStyles = ['decimal-point', 'decimal-comma'] as const;

/** Which mark stands before the decimals, the locale's first; null where the list tells. */
export function quantityQuestion({ drafts, styles, openQuantity }: Understanding): OrderListQuestion | null {
  if (openQuantity === null) return null;
  const readings = numberStyles.map((number): QuestionReading => {
    const { lines, refused } = settle(drafts, { ...styles, number });
    const cell = readNumberCell(openQuantity);
    const value = typeof cell === 'string' ? null : valueOf(cell, number);
    const meaning = typeof value === 'number' ? String(fromThousandths(value)) : 'not a number';
    const mark = number === 'decimal-point' ? 'point' : 'comma';
    return {
      key: number,
      label: `“${openQuantity}” is ${meaning}: decimals follow the ${mark}`,
      example: openQuantity,
      lines,
      refused,
    };
  });
  return { about: 'quantity', readings: localeFirst(readings, styles.number) };
}

const dateStyles: Record<DateStyle, string> = {
  'day-first': 'the day comes first',
  'month-first': 'the month comes first',
};

/** Whether the day or the month comes first, the locale's order first; null where the list tells. */
export function dateQuestion({ drafts, styles, openDate }: Understanding): OrderListQuestion | null {
  if (openDate === null) return null;
  const readings = (['day-first', 'month-first'] as const).map((date): QuestionReading => {
    const { lines, refused } = settle(drafts, { ...styles, date });
    const cell = readDateCell(openDate, true);
    const meaning = cell === null || typeof cell === 'string' ? 'no date' : (dateOf(cell, date) ?? 'no date');
    return { key: date, label: `“${openDate}” is ${meaning}: ${dateStyles[date]}`, example: openDate, lines, refused };
  });
  return { about: 'date', readings: localeFirst(readings, styles.date) };
}

function localeFirst(readings: QuestionReading[], key: Styles[keyof Styles]): QuestionReading[] {
  return readings.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
}
