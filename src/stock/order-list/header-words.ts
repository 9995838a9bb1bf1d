import data from './header-labels.json' with { type: 'json' };
import { groupsOf } from './plain-text.ts';

/**
 * Role of a column. The cells below decide whether `number` (`No.`, `#`) is a product or a row number, and `wanted`
 * (`Required`) a quantity or a date. `part`: a part of the ordered quantity, such as a size, a month or the shipped
 * quantity. `other`: known but irrelevant, such as prices, order dates and colors.
 */
export type ColumnRole =
  | 'product'
  | 'name'
  | 'number'
  | 'position'
  | 'quantity'
  | 'unit'
  | 'shipBy'
  | 'wanted'
  | 'part'
  | 'note'
  | 'other';

/** Words that labels refer to. */
export const headerWords: Readonly<Record<keyof typeof data.words, string>> = data.words;

/** Labels of one kind of column. Among columns with the same role, the lowest rank wins. */
export interface HeaderLabels {
  role: ColumnRole;
  rank: number;
  /** Whether it may also be an order number or money, so that it counts only if no other label fits. */
  isReference: boolean;
  pattern: RegExp;
}

/**
 * Labels by role and rank, in English, German, French, Dutch, Spanish, Italian, Polish, Turkish, Swedish and Japanese, one line each. The
 * first match wins, so specific labels come before general ones. Labels are folded: no accents, no punctuation. `*`
 * matches any letters, `…` any words or none, and `<goods>` the words of that name. `theirs` marks product numbers of
 * the customer or a manufacturer, `ours` those of the supplier who receives the list.
 */
export const headerLabels: readonly HeaderLabels[] = data.labels.map(([kind = '', ...labels]) => {
  const [role, rank, reference] = kind.split(' ');
  return {
    role: role as ColumnRole,
    rank: Number(rank),
    isReference: reference !== undefined,
    pattern: patternOf(labels),
  };
});

function patternOf(lines: readonly string[]): RegExp {
  // Grouping labels by leading and trailing `…` keeps the pattern fast.
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
