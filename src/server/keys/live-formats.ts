import { setImmediate as nextTurn } from 'node:timers/promises';

import { byteOrderMark, csvHeader, csvRecord, plainCsv } from '#stock/export/csv.ts';
import { type CalendarEvent, calendarFile } from '#stock/export/calendar-file.ts';
import type { ExportCell, ExportColumn } from '#stock/export/export-table.ts';
import type { Shortfall } from '#stock/calendars/shortfall.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import type { LiveColumn, LiveEvent, LiveResult, LiveRow, LiveTable } from './live-table.ts';

/** Columns of every live address, after those of its view. Programs rely on their names and on the last seven. */
const resultColumns: readonly LiveColumn[] = [
  { name: 'ship_date', kind: 'date' },
  { name: 'reason', kind: 'code' },
  { name: 'status', kind: 'code' },
  { name: 'basis', kind: 'code' },
  { name: 'checked_at', kind: 'code' },
  { name: 'stock_data_of', kind: 'date' },
  { name: 'complete', kind: 'code' },
  { name: 'row', kind: 'count' },
  { name: 'of', kind: 'count' },
];

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function resultCells(
  { shipDate, reason, status, basis, checkedAt, stockDataOf, isComplete }: LiveResult,
  row: number,
  of: number,
): ExportCell[] {
  const complete = isComplete ? 'TRUE' : 'FALSE';
  return [shipDate, reason, status, basis, isoTime(checkedAt), stockDataOf, complete, row, of];
}

/** Rows that are written in one turn of the event loop. */
const rowsAtOnce = 2000;

async function eachRow<Written>(
  rows: readonly LiveRow[],
  write: (row: LiveRow, number: number) => Written,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % rowsAtOnce === 0) await nextTurn();
    written.push(write(row, at + 1));
  }
  return written;
}

/** Writes a table as CSV: UTF-8 with BOM, commas, decimal points, ISO dates, safe from formula injection. */
export async function liveCsv({ columns, rows }: LiveTable): Promise<string> {
  const all = [...columns, ...resultColumns].map(({ name, kind }): ExportColumn => ({ header: name, kind }));
  const records = await eachRow(rows, ({ cells, result }, number) =>
    csvRecord(all, { cells: [...cells, ...resultCells(result, number, rows.length)] }, plainCsv),
  );
  return `${byteOrderMark}${[csvHeader(all, plainCsv), ...records].join('\r\n')}\r\n`;
}

function jsonValue(kind: LiveColumn['kind'], cell: ExportCell | undefined): ExportCell {
  return kind === 'quantity' && typeof cell === 'number' ? fromThousandths(cell) : (cell ?? null);
}

/** Writes a table as JSON: the same names, quantities as numbers, `complete` as a boolean. */
export async function liveJson({ name, columns, rows, day, at }: LiveTable): Promise<string> {
  const all = [...columns, ...resultColumns];
  const records = await eachRow(rows, ({ cells, result }, number) => {
    const values = [...cells, ...resultCells(result, number, rows.length)];
    const record = Object.fromEntries(
      all.map(({ name: column, kind }, place) => [column, jsonValue(kind, values[place])]),
    );
    return JSON.stringify({ ...record, complete: result.isComplete });
  });
  const complete = rows.every(({ result }) => result.isComplete);
  const head = JSON.stringify({ name, today: day, checked_at: isoTime(at), complete, row_count: rows.length });
  return `${head.slice(0, -1)},"rows":[${records.join(',')}]}`;
}

export type FeedLanguage = 'en' | 'de';

const words = {
  en: {
    locale: 'en-GB',
    shipDate: 'Ship date, not delivery date.',
    maxLeadTime: 'max lead time',
    notBacked: 'not backed by stock.',
    checked: (at: string) => `Checked ${at}.`,
    lines: (count: number) => `${count} lines can ship`,
    short: (goods: string) => `${goods} falls short`,
    shortProducts: (count: number) => `${count} products fall short`,
    again: (date: string) => `Next ship date: ${date}`,
    never: 'No next ship date.',
    missing: (count: number) => (count === 1 ? '1 line without a result' : `${count} lines without a result`),
  },
  de: {
    locale: 'de-DE',
    shipDate: 'Versanddatum, kein Liefertermin.',
    maxLeadTime: 'maximale Lieferzeit',
    notBacked: 'nicht durch Bestand gedeckt.',
    checked: (at: string) => `Geprüft ${at}.`,
    lines: (count: number) => `${count} Zeilen versandfertig`,
    short: (goods: string) => `${goods} zu knapp`,
    shortProducts: (count: number) => `${count} Produkte zu knapp`,
    again: (date: string) => `Nächstes Versanddatum: ${date}`,
    never: 'Kein nächstes Versanddatum.',
    missing: (count: number) => (count === 1 ? '1 Zeile ohne Ergebnis' : `${count} Zeilen ohne Ergebnis`),
  },
};

/** Maximum lines with an event each, as in the calendar file of an order. With more, each day has one. */
const maxLineEvents = 100;
/** Lines that an event names. */
const maxNamed = 50;

/** An event of a row, on its day. */
interface DatedEvent {
  event: LiveEvent;
  date: CalendarDate;
  basis: LiveResult['basis'];
  /** Unix milliseconds. */
  checkedAt: number;
}

/** Returns the event of a row: on its ship date, or on the day from which it falls short. */
function datedEvents({ event, result: { shipDate, basis, checkedAt } }: LiveRow, at: number): DatedEvent[] {
  const date = event?.shortfall?.on ?? shipDate;
  return event === null || date === null ? [] : [{ event, date, basis, checkedAt: checkedAt ?? at }];
}

/**
 * Writes the ship dates as a calendar feed (RFC 5545), of products that run short the days from which they do. An event
 * keeps its ID when its date moves. Lines without a result have one event on the day of the check, so that they aren't
 * missed.
 * @param id of the feed, for the events that aren't of one line
 */
export function liveFeed({ name, rows, day, at }: LiveTable, id: string, language: FeedLanguage): string {
  const text = words[language];
  const dated = rows.flatMap((row) => datedEvents(row, at));
  const goodsOf = ({ product, quantity, unit }: LiveEvent) =>
    quantity === null
      ? product
      : `${product}: ${formatQuantity(quantity, text.locale)}${unit === null ? '' : ` ${unit}`}`;
  const titleOf = (lines: readonly DatedEvent[], { event }: DatedEvent) => {
    if (event.shortfall !== undefined)
      return lines.length === 1 ? text.short(goodsOf(event)) : text.shortProducts(lines.length);
    return lines.length === 1 ? goodsOf(event) : text.lines(lines.length);
  };
  const againOf = ({ shipDate, isMaxLeadTime }: Shortfall) =>
    shipDate === null ? text.never : text.again(isMaxLeadTime ? `${shipDate} (${text.maxLeadTime})` : shipDate);
  const eventOf = (key: string, lines: readonly DatedEvent[]): CalendarEvent[] => {
    const [first] = lines;
    if (first === undefined) return [];
    const isOne = lines.length === 1;
    const { shortfall } = first.event;
    const isMaxLeadTime = shortfall === undefined && lines.some(({ basis }) => basis === 'max-lead-time');
    const title = titleOf(lines, first);
    const description = [
      ...(isOne ? [] : lines.slice(0, maxNamed).map(({ event }) => goodsOf(event))),
      ...(lines.length > maxNamed ? ['…'] : []),
      ...(isOne && shortfall !== undefined ? [againOf(shortfall)] : []),
      ...(shortfall === undefined ? [text.shipDate] : []),
      ...(isMaxLeadTime ? [`${text.maxLeadTime}: ${text.notBacked}`] : []),
      text.checked(isoTime(lines.reduce((oldest, { checkedAt }) => Math.min(oldest, checkedAt), Infinity)) ?? ''),
    ].join('\n');
    return [{ key, date: first.date, summary: isMaxLeadTime ? `${title} (${text.maxLeadTime})` : title, description }];
  };
  const byDay = new Map<CalendarDate, DatedEvent[]>();
  for (const line of dated) {
    const lines = byDay.get(line.date);
    if (lines === undefined) byDay.set(line.date, [line]);
    else lines.push(line);
  }
  const events =
    dated.length <= maxLineEvents
      ? dated.flatMap((line) => eventOf(line.event.key, [line]))
      : [...byDay].flatMap(([date, lines]) => eventOf(`${id}-${date}`, lines));
  const missing = rows.filter(({ result }) => !result.isComplete);
  if (missing.length > 0) {
    const named = missing.slice(0, maxNamed).flatMap(({ event }) => (event === null ? [] : goodsOf(event)));
    const description = [...named, text.checked(isoTime(at) ?? '')].join('\n');
    events.push({ key: `${id}-missing`, date: day, summary: text.missing(missing.length), description });
  }
  return calendarFile(events, new Date(at).toISOString(), { name, refreshMinutes: 60 });
}
