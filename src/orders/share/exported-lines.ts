import { plural, t } from '@lingui/core/macro';

import { type Increase, nextIncrease } from '#stock/calendars/calendar-summary.ts';
import { type LabeledValue, type NamedColumn, rowOf } from '#stock/export/export-table.ts';
import { type LineStatus, resultOf } from '#stock/order/line-state.ts';
import type { OrderSummary } from '#stock/order/order-summary.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { type PromisedLines, promisedLine } from '#stock/promises/told-order.ts';
import type { ScopedRows } from '#parts/export/exportable.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { formatCount } from '#stock/locale-number.ts';
import {
  closedWords,
  datedOf,
  daysToShip,
  type LineEntry,
  lineNotes,
  type LineView,
  shipDateOf,
  stateWords,
} from '#orders/lines/line-view.ts';
import { movedSincePromise, unsaid } from '#orders/lines/order-columns.tsx';
import { type OrderWords, statusWords } from '#orders/order-words.ts';
import { withYears } from '#ui/locale.tsx';

export interface ExportedLine extends LineEntry {
  /** Position in the order, from 1. */
  number: number;
  /** Calendar of its product; null if it isn't loaded. */
  timeline: StockTimeline | null;
}

type Column = NamedColumn<ExportedLine>;

/** Columns of an exported order: first what a reader of the order needs, then what explains it, then those for programs. */
export function lineColumns(words: OrderWords, promised: PromisedLines = new Map()): Column[] {
  const { i18n, today } = words;
  const explanations: Column[] = [
    ...movedColumn(words, promised),
    ...lateColumns(words),
    { header: t(i18n)`Days to ship`, kind: 'count', cell: ({ derived }) => daysToShip(derived, today) },
  ];
  const hasMoved = promised.size > 0 ? promised : undefined;
  return [
    ...goodsColumns(words),
    noteColumn(words, (view) => unsaid(view, hasMoved)),
    ...promisedColumn(words, promised),
    ...explanations.map((column) => Object.assign(column, { isFileOnly: true })),
    { header: t(i18n)`Product ID`, kind: 'id', isFileOnly: true, cell: ({ derived }) => derived?.productId ?? null },
    { header: t(i18n)`SKU`, kind: 'code', isFileOnly: true, cell: ({ derived }) => derived?.product?.sku ?? null },
    {
      header: t(i18n)`Stock date`,
      kind: 'date',
      isFileOnly: true,
      cell: ({ derived }) => datedOf(derived)?.date ?? null,
      isMaxLeadTime,
    },
    // Read when the file is imported.
    { header: t(i18n)`Own note`, kind: 'text', isFileOnly: true, cell: ({ row }) => row.note || null },
    {
      header: t(i18n)`Max lead time`,
      kind: 'flag',
      cell: (line) => (isMaxLeadTime(line) ? statusWords('max-lead-time', i18n) : null),
    },
  ];
}

/** Columns of a printed order. */
export function paperColumns(words: OrderWords, promised: PromisedLines): Column[] {
  return [...goodsColumns(words), ...promisedColumn(words, promised), ...lateColumns(words), noteColumn(words)];
}

/** Columns for managers: which lines are late or can't ship, by how much, and the next increase. */
export function riskColumns(words: OrderWords, promised: PromisedLines): Column[] {
  const { i18n } = words;
  return [
    ...goodsColumns(words),
    ...promisedColumn(words, promised),
    ...lateColumns(words),
    { header: t(i18n)`Next increase`, kind: 'date', cell: (line) => increaseOf(line)?.date ?? null },
    { header: t(i18n)`Increase`, kind: 'quantity', cell: (line) => increaseOf(line)?.by ?? null },
    noteColumn(words),
  ];
}

function increaseOf({ timeline }: ExportedLine): Increase | null {
  return timeline && nextIncrease(timeline);
}

function goodsColumns(words: OrderWords): Column[] {
  const { i18n, today } = words;
  return [
    { header: t(i18n)`Line`, kind: 'count', cell: ({ number }) => number },
    { header: t(i18n)`Product`, kind: 'code', cell: productOf },
    { header: t(i18n)`Name`, kind: 'text', cell: ({ derived }) => derived?.product?.name ?? null },
    // Invalid quantities are exported as entered.
    { header: t(i18n)`Quantity`, kind: 'quantity', cell: ({ row }) => row.quantity ?? row.quantityText },
    {
      header: t(i18n)`Unit`,
      kind: 'text',
      // As on screen: the product's `m` rather than an entered `mtr`.
      cell: ({ row, derived }) =>
        (derived?.state.kind === 'unit-differs' ? null : derived?.product?.unit) ?? (row.writtenUnit || null),
    },
    { header: t(i18n)`Ship by`, kind: 'date', cell: ({ row }) => row.shipBy },
    { header: t(i18n)`Ship date`, kind: 'date', cell: ({ derived }) => shipDateOf(derived, today), isMaxLeadTime },
    {
      header: t(i18n)`Status`,
      kind: 'text',
      cell: ({ derived }) =>
        derived
          ? [stateWords(derived.state, withYears({ ...words, isForFile: true })), closedWords(derived, words)]
              .filter(Boolean)
              .join(' · ')
          : '',
      isMaxLeadTime,
    },
  ];
}

/** The date that the customer was told; no column without a promise. */
function promisedColumn({ i18n }: OrderWords, promised: PromisedLines): Column[] {
  if (promised.size === 0) return [];
  const promisedOf = ({ row, derived }: ExportedLine) => promisedLine(row.key, derived?.productId, promised)?.promised;
  return [
    {
      header: t(i18n)`Promised`,
      kind: 'date',
      cell: (line) => {
        const told = promisedOf(line);
        return told ? later(told.date, told.day) : null;
      },
      isMaxLeadTime: (line) => promisedOf(line)?.kind === 'max-lead-time',
    },
  ];
}

/** By how many days a line ships later than promised, below 0 if earlier; no column without a promise. */
function movedColumn(words: OrderWords, promised: PromisedLines): Column[] {
  if (promised.size === 0) return [];
  const cell = (line: ExportedLine) => movedSincePromise(line, promised, words.today).days || null;
  return [{ header: t(words.i18n)`Days later`, kind: 'count', cell }];
}

/** As entered; ids are numbers, as in all exports. */
function productOf({ row, derived }: ExportedLine): string | number {
  return row.product === String(derived?.productId) ? Number(row.product) : row.product;
}

function lateColumns({ i18n }: OrderWords): Column[] {
  return [
    { header: t(i18n)`Days late`, kind: 'count', cell: ({ derived }) => derived?.daysLate ?? null },
    { header: t(i18n)`Short by`, kind: 'quantity', cell: ({ derived }) => derived?.advice?.short || null },
  ];
}

/** As on screen, the user's note and the others, without what was closed of the line, which its status says. */
function noteColumn(words: OrderWords, viewOf = (view: LineView) => view): Column {
  const { i18n } = words;
  const inFile = withYears({ ...words, isForFile: true });
  return {
    header: t(i18n)`Note`,
    kind: 'text',
    cell: ({ row, derived }) => {
      const notes = derived ? lineNotes(row, { ...viewOf(derived), closed: null }, inFile) : [];
      return [row.note, ...notes].filter(Boolean).join(' · ') || null;
    },
  };
}

/** Returns rows that are read at the time of the export. */
export function scopedLines(
  columns: readonly Column[],
  scope: ScopedRows['scope'],
  lines: () => readonly ExportedLine[],
): ScopedRows {
  return {
    scope,
    part: scope === 'all' ? undefined : scope,
    count: null,
    rowsNow: () => lines().map((line) => rowOf(columns, line)),
  };
}

/** Whether a line is late or has no date at all. */
function isAtRisk({ derived }: Pick<ExportedLine, 'derived'>): boolean {
  return derived !== undefined && (derived.daysLate !== null || resultOf(derived.state).kind === 'not-available');
}

/** Returns the lines at risk, the worst first: those without a date, then by days late. */
export function linesAtRisk(lines: readonly ExportedLine[]): ExportedLine[] {
  const severity = ({ derived }: ExportedLine) =>
    derived && resultOf(derived.state).kind === 'not-available' ? Number.MAX_VALUE : (derived?.daysLate ?? 0);
  return lines.filter(isAtRisk).toSorted((a, b) => severity(b) - severity(a) || a.number - b.number);
}

/** Summary of the order: name, customer, time of the check, ship dates and number of lines by status. */
export function summaryFacts(
  { name, customer }: { name: string; customer: string },
  { completion, counts, firstShipDate, oldestCheck, latestCheck }: OrderSummary,
  words: OrderWords,
): LabeledValue[] {
  const { i18n, locale, today } = words;
  // As in the sheet of the lines.
  const day = (date: CalendarDate) => later(date, today);
  const { late, ...statuses } = counts;
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  // Nothing of the others remains to ship.
  const total = all - counts.ordered - counts.shipped;
  const dated = counts['in-stock'] + counts.expected + counts['max-lead-time'];
  const open = total - dated;
  const dates = completion.kind === 'known' ? completion : completion.kind === 'open' ? completion.withoutThese : null;
  const none = t(i18n)`None`;
  const facts: LabeledValue[] = [[t(i18n)`Order`, name === '' ? t(i18n)`Untitled order` : name]];
  if (customer !== '') facts.push([t(i18n)`Customer`, customer]);
  if (oldestCheck !== null)
    facts.push([t(i18n)`Checked`, formatMoment(oldestCheck, locale, latestCheck ?? oldestCheck)]);
  if (open > 0) {
    const noDate = t(i18n)`${plural(open, {
      one: '# line has no ship date. Dates below are without it.',
      other: '# lines have no ship date. Dates below are without them.',
    })}`;
    facts.push([t(i18n)`Incomplete`, noDate]);
  }
  facts.push([t(i18n)`First ship date`, firstShipDate === null ? none : day(firstShipDate)]);
  if (dates !== null) {
    const { real, withMaxLeadTime } = dates;
    facts.push([t(i18n)`Complete ship date, stock only`, real.kind === 'date' ? day(real.date) : none]);
    facts.push([t(i18n)`Complete ship date, incl. max lead time`, day(withMaxLeadTime)]);
  }
  facts.push([
    t(i18n)`Lines`,
    t(i18n)`${formatCount(dated, locale)} of ${formatCount(total, locale)} with a ship date`,
  ]);
  for (const [status, count] of Object.entries(statuses))
    if (count > 0)
      facts.push([statusWords(status as LineStatus, i18n) || t(i18n)`Not checked`, formatCount(count, locale)]);
  if (late > 0) facts.push([t(i18n)`Late`, formatCount(late, locale)]);
  return facts;
}

function isMaxLeadTime({ derived }: ExportedLine): boolean {
  return datedOf(derived)?.kind === 'max-lead-time';
}
