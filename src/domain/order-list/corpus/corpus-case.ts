import type { QuestionAbout, SkippedLine } from '#domain/order-list/order-list.ts';
import type { RefusalCode } from '#domain/order-list/refusal.ts';

/** Line, product, quantity, needed by (empty where there is none), unit. */
export type ExpectedLine = readonly [line: number, product: string, quantity: number, neededBy?: string, unit?: string];

/** A list as somebody really sends it, and all that must come out. */
export interface CorpusCase {
  habit: string;
  text: string;
  /** `en` unless given. */
  locale?: string;
  /** `paste` unless given. */
  source?: 'paste' | 'file';
  lines: readonly ExpectedLine[];
  refused?: readonly (readonly [line: number, code: RefusalCode])[];
  skipped?: readonly (readonly [line: number, code: SkippedLine['code']])[];
  /** Under each question, the lines of every reading. */
  asks?: readonly (readonly [about: QuestionAbout, ...readings: (readonly ExpectedLine[])[]])[];
}

/** Physical lines as a text. */
export function text(...lines: string[]): string {
  return lines.join('\n');
}
