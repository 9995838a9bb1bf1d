import type { CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths, maxQuantity } from '#stock/thousandths.ts';
import { readTypedDate } from '#stock/typed-date.ts';
import { dateOf as writtenDate, firstFrom } from '#stock/written-date.ts';

import { isCanceledText } from './cell-kind.ts';
import { hasRefusingSign, saysUnwanted } from './column-marks.ts';
import {
  type DateCell,
  dateOf,
  dateStyleOf,
  isAmbiguousDate,
  monthPattern,
  readComingDate,
  weekdayPattern,
} from './list-date.ts';
import { approximatePattern, isAmbiguous, numberStyleOf, readNumberCell, valueOf } from './number-cell.ts';
import type { NumberCell, NumberStyle } from './number-cell.ts';
import { groupsOf, latinDigits, plainText } from './plain-text.ts';
import { isCurrency, unitName } from './unit-word.ts';

/**
 * A line that isn't read from the columns of a table: a sentence, a line of a mail, chat or form. Only the catalog tells
 * its product from its quantity ({@link fillProse}), whatever the language.
 */
export interface ProseLine {
  /** Physical line, from 1. */
  line: number;
  text: string;
  /** Words that may be a product or a quantity, in order. */
  parts: readonly ProsePart[];
  /** The line's date, if it has one, of one reading. */
  date: CalendarDate | null;
  /** Possible days of a date beside nothing else that may be ordered, from today on, soonest first. */
  wholeDates: readonly CalendarDate[];
  /** Words beside its one or two figures; empty otherwise. Some of them may be a product's name. */
  words: readonly string[];
  /** Whether its date is between figures, so that it may belong to those before it alone. */
  isDateInside: boolean;
  /** Whether it quotes an earlier message (`>`). */
  isQuoted: boolean;
  /** Whether it says that something isn't wanted. */
  isRefusing: boolean;
}

/** A word with digits other than a date or price, or a word in capitals. */
export interface ProsePart {
  text: string;
  /** Texts by which the catalog may know it. */
  keys: readonly string[];
  /** Null if it isn't one certain quantity. */
  quantity: number | null;
  unit: string;
  /** Whether it has digits, so that it is a quantity unless it is the product. */
  isFigure: boolean;
  /** Text between it and the next word with digits, or the end. */
  behind: string;
}

interface ScannedLine extends Omit<ProseLine, 'parts' | 'date' | 'wholeDates'> {
  parts: readonly ScannedPart[];
  dates: readonly (DateCell & { written: string })[];
}

interface ScannedPart extends Omit<ProsePart, 'quantity'> {
  cell: NumberCell | null;
}

/** Longer texts are broken files. */
const maxTextLength = 2000;
const quoteMarks = /^\s*(?:>\s*)+/;
/** Sender and time in copied chats: `[02.01.26, 10:15] Anna: `, `02/01/2026, 10:15 - Anna: `. */
const chatLead =
  /^(?:\[(?=[^\]]*\d:\d\d)[^\]]{4,30}\]\s*|\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)? - )(?:[^:\d]{1,40}|\+[\d ()-]{6,20}):\s+/i;
const listMarks =
  /^(?:\[[ x✓]?\]\s+|[([]?\d{1,3}[.)\]]+\s+|\p{L}{3}[\p{L}.\s-]{0,20}[\s.#]\d{1,2}\s?:\s*(?=.*\d)|(?![+-]\d)[^\p{L}\p{N}\s(["“„«'€$£~≈<≤≥]+\s*)+/iu;
const edges = /^[^\p{L}\p{N}+€$£-]+|^[+-]+(?!\d)|[^\p{L}\p{N}%€$£²³]+$/gu;
/** Signs between a product and its quantity, and brackets. A comma within digits belongs to a number. */
const signs = /=>?|->|[:;()[\]{}|→⇒×…*]|\.{2,}|,(?!\d)|(?<!\d),/u;
/** A number with an ending: `10001er`, `10001th`. */
const withEnding = /^([1-9]\d{4,9})\p{L}{1,3}$/u;
const label = /^(?:\p{L}+[.#°]+)+(?=\d)|^\p{L}{1,4}'|^x(?=\d)/iu;

const week = String.raw`\d{4}-?W\d{1,2}|(?:kw|cw|week|woche|kalenderwoche|semaine|semana|settimana)\s?\d{1,2}(?:[/ -]\d{4}|/\d{2})?`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)?`;
const numericDate = String.raw`\d{4}(?<iso>[/-])\d{1,2}\k<iso>\d{1,2}|\d{1,2}(?<mark>[./-])\d{1,2}\k<mark>(?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.`;
const namedDate = String.raw`${day}[\s-]*(?:of |de )?${monthPattern}\.?(?:,?[\s-]*(?:del? )?(?:\d{4}|'?\d{2}))?|${monthPattern}\.?\s+${day}(?:,?\s+\d{4})?`;
const dateLead = String.raw`(?:by|until|till|before|due|on|for|bis(?: zu[mr])?|am|zum|spätestens(?: am)?)\s`;
const dates = new RegExp(
  String.raw`(?<![\p{L}\p{N}./-])(?:${dateLead})?(?<date>${week}|${numericDate}|${namedDate})(?![\p{L}\p{N}/]|[.,-]\d)`,
  'giu',
);
const dayWord = String.raw`(?:${weekdayPattern}|today|tomorrow|heute|übermorgen|morgen)(?!\p{L}|,?\s(?:den |the )?\d{1,2}(?:[./-]\d|st|nd|rd|th|\.?\s?${monthPattern}))`;
/** What may follow a day at the end of a line. */
const lineEnd = String.raw`(?=[\s.,!?]*(?:(?:please|pls|plz|thanks|thank you|thx|bitte|danke)[\s.!?]*)?$)`;
const period = String.raw`\d{1,3}\s(?:days?|weeks?|months?|tagen?|wochen?|monate?n?)(?!\p{L})`;
/**
 * Days from today on: behind a preposition, `in 2 weeks`, a weekday alone in a line, and those that end a line behind a
 * figure, `+14` only behind its unit. A day anywhere else
 * may be another: `Guten Morgen`, `we called today`.
 */
const comingDays = new RegExp(
  String.raw`(?<!\p{L})(?:(?:by|until|till|before|due|bis(?: zu[mr])?|spätestens(?: am)?)\s(?<day>${dayWord})|(?<period>(?:in\s|\+\s?)${period})|(?:for|für)\s(?<due>${weekdayPattern})(?!\p{L})|^(?<whole>${weekdayPattern})(?=[\s.:!]*$)|(?<=(?:[,;:]|\d\S{0,20}|\d\s?\p{L}{1,6}\.?)\s(?:on\s|am\s)?)(?<last>${dayWord})${lineEnd}|(?<=\d\s?\p{L}{1,6}\.?\s)(?<after>\+\d{1,3})${lineEnd})`,
  'giu',
);
const mayHaveComingDay = /day|tag|tomorrow|heute|morgen|mittwoch|sonnabend|week|woche|month|monat|\+/i;
/**
 * `12/17`: a date if only one order of day and month gives one, and nothing says that it is a fraction. `by 12.12`: a
 * date if nothing says that it is a measure.
 */
const shortDate = new RegExp(
  String.raw`(?<![\p{L}\p{N}./-])(?<lead>${dateLead})?(?<first>\d{1,2})(?<mark>[/.])(?<second>\d{1,2})(?![\p{L}\p{N}/"″'’]|[.,-]\d|\s?(?:inch|inches|in|zoll|mm|cm)(?!\p{L}))`,
  'giu',
);
const impossibleDate = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const roughLead = new RegExp(String.raw`(?<!\p{L})(?:${approximatePattern})\s*$`, 'iu');
/** `~40`, `>40`, `40+`, and `5-`, which is negative. */
const roughSign = /^[^\p{L}\p{N}]*[~≈<≤≥]|^[([]*>|\d[+-][^\p{L}\p{N}]*$/u;
/** What makes a number before it a larger one: `2 1/2`, `2 ½`. */
const addedFraction = /^(?:[1-7]\/[2-8](?!\d)|\p{No})/u;

/**
 * Reads what lines of prose contain. Numbers and dates with two readings have one only if other lines tell the style.
 * @param today null if unknown; then no date is read
 * @param style of the numbers in the tables around them, if known
 */
export function readProse(
  records: readonly { line: number; text: string }[],
  today: CalendarDate | null,
  style: NumberStyle | null,
): ProseLine[] {
  const scanned = records.map((record) => scanLine(record, today));
  const cells = scanned.flatMap(({ parts }) => parts.flatMap(({ cell }) => cell ?? []));
  const numberStyle = style ?? numberStyleOf(cells);
  const dateStyle = dateStyleOf(scanned.flatMap((line) => line.dates));
  const complete = ({ dates: found, parts, ...line }: ScannedLine): ProseLine => {
    const [date] = found;
    const isClear = date !== undefined && found.length === 1 && (!isAmbiguousDate(date) || dateStyle !== null);
    const possible = [date?.dayFirst, date?.monthFirst].filter(
      (each) => each != null && today !== null && each >= today,
    );
    // What isn't the line's date stays in its note.
    const last = isClear ? undefined : parts.findLast(({ isFigure }) => isFigure);
    if (last !== undefined) last.behind = [last.behind, ...found.map(({ written }) => written.trim())].join(' ');
    const isAlone = found.length === 1 && parts.every(({ isFigure }) => !isFigure);
    return Object.assign(line, {
      parts: parts.map(({ cell, ...part }) => Object.assign(part, { quantity: cell && quantityOf(cell, numberStyle) })),
      date: isClear ? dateOf(date, dateStyle ?? 'day-first') : null,
      wholeDates: isAlone ? [...new Set(possible as CalendarDate[])].toSorted() : [],
    });
  };
  return scanned.map(complete);
}

/** Whether a line may be an order: it has two words with digits, or a quantity with its unit. */
export function mayOrder({ parts }: Pick<ProseLine, 'parts'>): boolean {
  const figures = parts.filter(({ isFigure }) => isFigure);
  return figures.length > 1 || figures.some(({ unit }) => unit !== '');
}

function quantityOf(cell: NumberCell, style: NumberStyle | null): number | null {
  if (cell.isNegative || (style === null && isAmbiguous(cell))) return null;
  const value = valueOf(cell, style ?? 'decimal-point');
  return typeof value === 'number' && value > 0 && value <= maxQuantity ? fromThousandths(value) : null;
}

function scanLine({ line, text }: { line: number; text: string }, today: CalendarDate | null): ScannedLine {
  const isQuoted = quoteMarks.test(text);
  const isRead = text.length <= maxTextLength && (/\p{Nd}|\p{Lu}{3}/u.test(text) || mayHaveComingDay.test(text));
  const whole = isRead ? withoutLead(text) : '';
  const found: FoundDate[] = [];
  const rest = today !== null && mayHaveComingDay.test(whole) ? withoutComingDays(whole, today, found) : whole;
  const longUndated = rest.replace(dates, (written, ...match) => {
    const { date = '' } = match.at(-1) as Record<string, string | undefined>;
    const cell = today === null ? null : readComingDate(date.replace(/,$/, ''), today);
    if (cell !== null) found.push({ ...cell, written, isInside: isInside(written, match) });
    // `30.02.2027` is a date that can't be, and no quantity.
    return cell !== null || impossibleDate.test(date) ? ' ' : written;
  });
  const undated = today === null ? longUndated : withoutShortDates(longUndated, today, found);
  const words = undated.split(/\s+/);
  const parts = words.flatMap((word, at) => (isPartial(word) ? partsOf(words, at) : []));
  const figures = parts.filter(({ isFigure }) => isFigure);
  return {
    line,
    text,
    parts,
    dates: found,
    isDateInside: found.some((date) => date.isInside),
    words:
      figures.length === 1 || figures.length === 2
        ? (undated.match(/\p{L}{3,}/gu)?.filter((word) => figures.every(({ unit }) => word !== unit)) ?? [])
        : [],
    isQuoted,
    isRefusing: saysUnwanted(whole) || hasRefusingSign(text) || words.some(isCanceledText),
  };
}

interface FoundDate extends DateCell {
  written: string;
  /** Whether figures are before and behind it. */
  isInside: boolean;
}

/** Whether figures are before and behind a match. */
function isInside(written: string, match: readonly unknown[]): boolean {
  const [at, text] = match.slice(-3) as [number, string];
  return /\d/.test(text.slice(0, at)) && /\d/.test(text.slice(at + written.length));
}

function withoutComingDays(text: string, today: CalendarDate, found: FoundDate[]): string {
  return text.replace(comingDays, (written, ...rest) => {
    const { day, period, due, whole, after, last } = rest.at(-1) as Record<string, string | undefined>;
    const isLast = last !== undefined && /\d/.test(text.replace(last, ''));
    const coming = day ?? period ?? due ?? whole ?? after ?? (isLast ? last : '');
    const reading = readTypedDate(coming, { locale: 'en', today });
    if (!reading.ok) return written;
    found.push({ dayFirst: reading.date, monthFirst: reading.date, written, isInside: isInside(written, rest) });
    return ' ';
  });
}

/** Denominators of fractions of an inch. */
const denominators = new Set(['16', '32', '64']);

function withoutShortDates(text: string, today: CalendarDate, found: FoundDate[]): string {
  const coming = (month: number, day: number) =>
    firstFrom(today, Number(today.slice(0, 4)), (year) => writtenDate(year, month, day));
  return text.replace(shortDate, (written, ...match) => {
    const { lead, first = '', mark, second = '' } = match.at(-1) as Record<string, string | undefined>;
    const dayFirst = coming(Number(second), Number(first));
    const monthFirst = mark === '.' ? null : coming(Number(first), Number(second));
    const [at] = match.slice(-3) as [number];
    const isNumber =
      mark === '.'
        ? !finalLead.test(lead ?? '') || isMeasured(text.slice(0, at), text.slice(at + written.length))
        : lead === undefined && (denominators.has(second) || (dayFirst !== null && monthFirst !== null));
    if (isNumber || (dayFirst === null && monthFirst === null)) return written;
    found.push({ dayFirst, monthFirst, written, isInside: isInside(written, match) });
    return ' ';
  });
}

/** What is before the last day that will do. `on` and `for` may be before an amount too. */
const finalLead = /^(?:by|until|till|before|due|bis|am|zum|spätestens)/i;

/** Whether a number is one of two sides, or has a unit: `10 by 12.5`, `bis 12.10 m`, `by 10.12 pm`. */
function isMeasured(before: string, behind: string): boolean {
  const isTime = /^\s?(?:uhr|h|[ap]\.?m|o['’]?clock)(?!\p{L})/iu.test(behind);
  return isTime || /(?<!\d)\d{1,3}\s$/.test(before) || unitBehind(['', ...behind.trim().split(' ')], 0).unit !== '';
}

/** Removes quote marks, the sender of a chat, bullets and list numbers. Digits that spaces group become one number. */
function withoutLead(text: string): string {
  const grouped = text.replace(/(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))/gu, "'");
  return latinDigits(plainText(grouped))
    .replace(quoteMarks, '')
    .replace(/\s+/g, ' ')
    .replace(chatLead, '')
    .replace(listMarks, '');
}

/** `3/4` is a fraction or a date, and no quantity. */
const fraction = /^\d{1,2}\/\d{1,2}$/;

function isPartial(word: string): boolean {
  return (/\d/.test(word) && !fraction.test(word)) || /^[^\p{L}]*\p{Lu}{3,}[^\p{Ll}]*$/u.test(word);
}

function partsOf(words: readonly string[], at: number): ScannedPart[] {
  const word = words[at] ?? '';
  const pieces = word.split(signs).flatMap((piece) => {
    const text = piece.replace(edges, '');
    if (!isPartial(text)) return [];
    // `12345x250`, `10001,10002`
    const isPair = /^\d+x\d+$/i.test(text) || (text.includes(',') && readNumberCell(text) === 'not-a-number');
    return isPair ? text.split(/[x,]/i).map((part) => part.replace(edges, '')) : [text];
  });
  return pieces.filter(isPartial).flatMap((piece, index): ScannedPart[] => {
    const text = piece.replace(label, '');
    const isFigure = /\d/.test(text);
    const read = isFigure ? readNumberCell(text) : null;
    const [before = '', behind = ''] = [words[at - 1], words[at + 1]].map((word) => word?.replace(edges, ''));
    const isLast = index === pieces.length - 1;
    const cell = typeof read === 'object' ? read : null;
    if (
      read === 'percent' ||
      cell?.isMoney ||
      (cell && isCurrency(isLast ? behind : '')) ||
      (cell && isCurrency(before))
    )
      return [];
    const { unit, length } = cell !== null && isLast ? unitBehind(words, at) : noUnit;
    const isRough =
      roughSign.test(word) ||
      (index === 0 && roughLead.test(`${words.slice(Math.max(0, at - 2), at).join(' ')} `)) ||
      (isLast && addedFraction.test(words[at + 1] ?? ''));
    const pair = /^\p{Lu}{1,4}$/u.test(before) && index === 0 && isFigure ? [`${before} ${text}`] : [];
    return [
      {
        text,
        keys: [...pair, ...new Set([piece, text, ...(cell === null ? groupsOf(text, withEnding) : [])])] as string[],
        cell: isRough || /^0\d/.test(text) ? null : cell,
        unit: cell?.unit ?? unit,
        isFigure,
        behind: isLast ? textBehind(words, at + 1 + length) : '',
      },
    ];
  });
}

/** The words up to the next figure, without the marks around them. */
function textBehind(words: readonly string[], start: number): string {
  const rest = words.slice(start);
  const end = rest.findIndex((word) => /\d/.test(word) && !fraction.test(word));
  const text = rest.slice(0, end < 0 ? rest.length : end).join(' ');
  return text.replace(/^[^\p{L}\d]+|[^\p{L}\d)]+$/gu, '').replace(/^([^()]*)\)$/, '$1');
}

const noUnit = { unit: '', length: 0 };

/** The unit in the next words, and their number: `5 rolls`, `5 x rolls`, `5 lfd. m`. */
function unitBehind(words: readonly string[], at: number): { unit: string; length: number } {
  const behind = words.slice(at + 1, at + 4).map((word) => word.replace(edges, ''));
  const from = isSign(behind[0]) ? 1 : 0;
  for (const length of [1, 2]) {
    const unit = behind.slice(from, from + length).join(' ');
    if (unitName(unit) !== null) return { unit, length: from + length };
  }
  return noUnit;
}

function isSign(word: string | undefined): boolean {
  return /^[x×*]?$/i.test(word ?? 'none');
}
