import { readHeaderRow } from './header-row.ts';
import { readMailPhrase } from './mail-phrase.ts';
import { cellText, plainText } from './plain-text.ts';
import { readRecords, type Separator } from './records.ts';
import { isRuler } from './skip-rules.ts';

/** As many lines as tell how a list is separated. */
const linesLookedAt = 300;

/** In this order: a tab or a semicolon stands in a list for nothing else, a comma for decimals and in names too. */
const candidates: readonly Exclude<Separator, null>[] = ['\t', ';', '|', ', ', ',', 'spaces'];

/**
 * What separates the cells of a list; null for a list in words, whose lines are read one by one. What is pasted
 * with tabs comes from a spreadsheet; else the separator is one that gives a header, or the same number of cells
 * in most lines.
 */
export function findSeparator(text: string, source: 'paste' | 'file'): Separator {
  const [, hinted] = /^sep=([;,|\t])[ \t]*(?:\n|$)/i.exec(text) ?? [];
  if (hinted !== undefined) return hinted as Separator;
  const sample = firstLines(text);
  if (source === 'paste' && readRecords(sample, '\t').some(({ text, cells }) => !isRuler(text) && isSplit(cells))) {
    return '\t';
  }
  const looks = candidates.map((separator) => look(sample, separator));
  const chosen =
    looks.find(({ separator, hasHeader }) => hasHeader && isPossible(sample, separator)) ??
    looks.find(
      ({ separator, isConstant }) =>
        isConstant && isPossible(sample, separator) && !isInWords(sample, separator, source),
    );
  return chosen?.separator ?? null;
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < linesLookedAt; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

interface Look {
  separator: Exclude<Separator, null>;
  hasHeader: boolean;
  /** Whether at least half of the lines have one number of cells. */
  isConstant: boolean;
}

function look(sample: string, separator: Exclude<Separator, null>): Look {
  const records = readRecords(sample, separator).filter(({ text }) => !isRuler(text));
  const widths = new Map<number, number>();
  let hasHeader = false;
  for (const { cells } of records) {
    if (!isSplit(cells)) continue;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    hasHeader ||= readHeaderRow(cells.map(cellText)) !== null;
  }
  const usual = Math.max(0, ...widths.values());
  return { separator, hasHeader, isConstant: usual > 0 && usual * 2 >= records.length };
}

/** Whether there are two cells or more that hold something. */
function isSplit(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.filter((cell) => plainText(cell) !== '').length > 1;
}

/** A comma with a space behind it separates cells only where others stand in numbers: `AB-1, 1,5`. */
function isPossible(sample: string, separator: Separator): boolean {
  return separator !== ', ' || /\d,\d/.test(sample.replace(/"[^"\n]*"/g, ''));
}

/** Most lines that it splits make sense as they are, so that their commas and spaces belong to numbers or sentences. */
function isInWords(sample: string, separator: Separator, source: 'paste' | 'file'): boolean {
  if (separator !== ',' && separator !== 'spaces') return false;
  // In a file a single comma more likely parts `Widget 2` from 5.
  const fewest = source === 'file' ? 2 : 1;
  const lines = readRecords(sample, separator).filter(({ text, cells }) => !isRuler(text) && isSplit(cells));
  const whole = lines.filter(
    ({ text }) => (separator === ',' && cutNumbers(text) >= fewest) || readMailPhrase(text) !== null,
  );
  return whole.length * 2 > lines.length;
}

/**
 * How many numbers with decimals stand between the words of a line, `Satin blue 1,5` and `Cable 3x1,5 100`, where all
 * its commas belong to such; else 0.
 */
function cutNumbers(text: string): number {
  const words = text.trim().split(/\s+/);
  const withComma = words.filter((word) => word.includes(','));
  const areNumbers = withComma.every((word) => /^(?:\d+x)*\d+,\d+\p{L}*$/u.test(word));
  return areNumbers && words.length > 1 ? withComma.length : 0;
}
