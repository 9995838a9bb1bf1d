import type { CalendarDate } from '#lib/calendar-date.ts';

import { dateOf, isAmbiguousDate, readComingDate } from './date-cell.ts';
import { withoutPoliteWords } from './mail-line.ts';
import { approximatePattern, isAmbiguous, type NumberStyle, readNumberCell, valueOf } from './number-cell.ts';
import type { ProseContent, ProseFigure } from './order-list.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import { fromThousandths, largestQuantity } from '#lib/thousandths.ts';

/** Longer texts are messages or broken files. */
const longestText = 240;
const listMark = /^(?:[>\s]*[^\p{L}\p{N}\s(]+\s+|[>\s]*\(?\d{1,3}[.)]\s+)+/u;
const edges = /^[([{<"'`“„‚«»‹›]+|[)\]}>"'`”“‘’«»‹›,;:.!?]+$/gu;
const wholeNumber = /^\d[\d.,']*$/;
const numberWithUnit = /^(\d[\d.,']*)(\p{L}+)$/u;
const isRough = new RegExp(String.raw`(?<!\p{L})(?:${approximatePattern})\s*$`, 'iu');

/** Reads what a sentence contains. Null without digits, or for a single word. `today` is null if unknown; then no date is read. */
export function readProse(sentence: string, style: NumberStyle, today: CalendarDate | null): ProseContent | null {
  if (sentence.length > longestText || !/\p{Nd}/u.test(sentence) || !/\S\s+\S/.test(sentence)) return null;
  const { text, date } = withoutPoliteWords(
    latinDigits(plainText(sentence)).replace(listMark, '').replace(/\s+/g, ' '),
  );
  const words = text.split(' ');
  const places = words.flatMap((word, at) => (/\d/.test(word) ? [at] : []));
  const figures = places.map((at) => {
    const figure = readFigure(words[at] ?? '', words[at + 1], style);
    return isRough.test(`${words.slice(0, at).join(' ')} `) ? { ...figure, quantity: null } : figure;
  });
  const day = date === undefined || today === null ? null : readComingDate(date, today);
  const neededBy = day === null || isAmbiguousDate(day) ? null : dateOf(day, 'day-first');
  const [at = -1] = places;
  const name = figures.length === 1 && figures[0]?.unit !== undefined ? nameBeside(words, at) : null;
  return {
    figures,
    ...(name !== null && { name }),
    ...(neededBy !== null && { neededBy }),
  };
}

function readFigure(word: string, next: string | undefined, style: NumberStyle): ProseFigure {
  const text = word.replace(edges, '');
  const [, glued = text, unit = next?.replace(edges, '') ?? ''] = numberWithUnit.exec(text) ?? [];
  if (!wholeNumber.test(glued)) return { text, quantity: null };
  const cell = readNumberCell(glued);
  const value = typeof cell === 'string' || isAmbiguous(cell) ? null : valueOf(cell, style);
  const isQuantity = typeof value === 'number' && value > 0 && value <= largestQuantity;
  // `2x30m` and `5mm` are no quantities.
  if (glued !== text && unitName(unit) === null) return { text, quantity: null };
  return {
    text,
    quantity: isQuantity ? fromThousandths(value) : null,
    ...(unitName(unit) !== null && { unit }),
  };
}

/** The words behind a quantity and its unit, or those before it, without short ones at their start. */
function nameBeside(words: readonly string[], at: number): string | null {
  const isGlued = /\p{L}/u.test(words[at] ?? '');
  const sides = [words.slice(at + (isGlued ? 1 : 2)), words.slice(0, at)].map((side) => {
    const start = side.findIndex((word) => /\p{L}{4}/u.test(word));
    return start < 0 ? [] : side.slice(start);
  });
  const name = sides.find((side) => side.length > 1 && side.length < 7);
  return name === undefined ? null : name.join(' ').replace(edges, '');
}
