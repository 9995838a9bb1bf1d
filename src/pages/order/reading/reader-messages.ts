import type { FileFailureCode } from './file-failure.ts';
import type { ReadingOptions, ReadList } from './read-list.ts';

/** What the worker is asked to do. */
export type ReaderRequest = { id: number; options: ReadingOptions } & (
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: Blob; sheet: string | null }
  /** The list that was read last, with other answers to its questions. */
  | { kind: 'again' }
);

export type ReaderAnswer = { id: number } & ({ list: ReadList } | { failure: FileFailureCode });
