import data from './header-labels.json' with { type: 'json' };
import { groupsOf } from './plain-text.ts';

/**
 * What a column is for. What stands beneath tells whether `number` (`No.`, `#`) is a product or a position, and
 * `wanted` (`Required`) a quantity or a date; `part` counts some of what is ordered: a size, a month, what was shipped;
 * `other` is known and none of our business: prices, order dates, colours.
 */
export type ColumnRole =
  | 'product'
  | 'name'
  | 'number'
  | 'position'
  | 'quantity'
  | 'unit'
  | 'neededBy'
  | 'wanted'
  | 'part'
  | 'note'
  | 'other';

/** The labels of one kind of column; of several columns with one role the lowest rank is meant. */
export interface HeaderLabels {
  role: ColumnRole;
  rank: number;
  /** What may as well be the number of an order, or money: it counts only where nothing else says what it does. */
  isReference: boolean;
  pattern: RegExp;
}

/**
 * The labels in English, German, French, Dutch, Spanish, Italian, Polish, Turkish, Swedish and Japanese, a line each. The first that fits decides, so what
 * only contains a word for something else stands before it. Labels are folded: no accents, no punctuation. `*` stands
 * for any letters, `…` for any further words or none, `<goods>` for the words of that name: `theirs` says whose number
 * it is, seen by the customer who writes the list, their own and others', `ours` that of whom the list goes to.
 */
export const headerLabels: readonly HeaderLabels[] = data.labels.map(({ role, rank, isReference = false, labels }) => ({
  role: role as ColumnRole,
  rank,
  isReference,
  pattern: patternOf(labels),
}));

function patternOf(lines: readonly string[]): RegExp {
  // Those with further words on the same sides share them, which spares the engine most of its work.
  const kinds = new Map<string, string[]>();
  for (const label of lines.flatMap((line) => line.split(', '))) {
    const [lead = '', words = label, tail = ''] = groupsOf(label, /^(… )?(.*?)( …)?$/);
    const kind = `${lead && '(?:.* )?'}(?:#)${tail && '(?: .*)?'}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), toPattern(words)]);
  }
  const patterns = Array.from(kinds, ([kind, words]) => kind.replace('#', () => words.join('|')));
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

function toPattern(label: string): string {
  return label
    .replace(/\*/g, '[a-z]*')
    .replace(/ … /g, ' (?:.* )?')
    .replace(/<(\w+)>/g, (_, name: keyof typeof data.words) => data.words[name]);
}
