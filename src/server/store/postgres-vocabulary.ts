import type { TransactionSql } from 'postgres';

import { lastCharacter } from './product-query.ts';
import { type Correction, correctionsAmong, mostLetters, possibleErrors } from './typing-errors.ts';

/** The sorted table of all words, asked for many at a time: a round trip costs more than what it asks. */
export class PostgresVocabulary {
  readonly #sql: TransactionSql<{ bigint: number }>;

  constructor(sql: TransactionSql<{ bigint: number }>) {
    this.#sql = sql;
  }

  /** For each beginning up to `limit` words that begin like it, sorted. */
  async wordsFrom(beginnings: readonly string[], limit: number): Promise<string[][]> {
    const sql = this.#sql;
    const found = await sql<{ place: number; word: string }[]>`
      SELECT wanted.place::integer AS place, word.word
      FROM unnest(${[...beginnings]}::text[]) WITH ORDINALITY AS wanted (beginning, place)
      CROSS JOIN LATERAL (
        SELECT word FROM vocabulary WHERE word >= wanted.beginning AND word <= wanted.beginning || ${lastCharacter}
        ORDER BY word LIMIT ${limit}
      ) AS word
      ORDER BY wanted.place, word.word`;
    const words = beginnings.map((): string[] => []);
    for (const { place, word } of found) words[place - 1]?.push(word);
    return words;
  }

  /** For each word what `correctionsOf` gives, by two statements for all of them. */
  async correctionsOf(words: readonly string[]): Promise<Correction[][]> {
    const letters = await this.#lettersAfter([...new Set(words.flatMap(beginningsOf))]);
    const errors = words.map((word) => [...new Set(possibleErrors(word, (beginning) => letters.get(beginning)))]);
    const found = await this.#firstFrom([...new Set(errors.flat())]);
    return words.map((word, index) => correctionsAmong(word, errors[index] ?? [], (from) => found.get(from)));
  }

  /** The letters with which words go on, by their beginning; each found by one step over those before it. */
  async #lettersAfter(beginnings: readonly string[]): Promise<Map<string, string[]>> {
    const sql = this.#sql;
    const found = await sql<{ beginning: string; letter: string }[]>`
      WITH RECURSIVE step AS (
        SELECT wanted.beginning, next.word, substr(next.word, length(wanted.beginning) + 1, 1) AS letter, 0 AS steps
        FROM unnest(${beginnings}::text[]) AS wanted (beginning)
        CROSS JOIN LATERAL (SELECT word FROM vocabulary WHERE word >= wanted.beginning ORDER BY word LIMIT 1) AS next
        WHERE starts_with(next.word, wanted.beginning)
        UNION ALL
        SELECT step.beginning, next.word, substr(next.word, length(step.beginning) + 1, 1), step.steps + 1
        FROM step
        CROSS JOIN LATERAL (
          SELECT word FROM vocabulary
          WHERE word >= step.beginning
            || CASE step.letter WHEN '' THEN ${'\u0001'} ELSE step.letter || ${lastCharacter} END
          ORDER BY word LIMIT 1
        ) AS next
        WHERE starts_with(next.word, step.beginning) AND step.steps < ${mostLetters}
      )
      SELECT beginning, letter FROM step ORDER BY beginning, steps`;
    const letters = new Map<string, string[]>();
    for (const { beginning, letter } of found) {
      const known = letters.get(beginning) ?? [];
      letters.set(beginning, letter === '' ? known : [...known, letter]);
    }
    return letters;
  }

  /** Of the texts those that are a word or begin one, with the first such word. */
  async #firstFrom(texts: readonly string[]): Promise<Map<string, string>> {
    const sql = this.#sql;
    const found = await sql<{ text: string; word: string }[]>`
      SELECT wanted.text, next.word FROM unnest(${texts}::text[]) AS wanted (text)
      CROSS JOIN LATERAL (SELECT word FROM vocabulary WHERE word >= wanted.text ORDER BY word LIMIT 1) AS next
      WHERE starts_with(next.word, wanted.text)`;
    return new Map(found.map(({ text, word }) => [text, word]));
  }
}

function beginningsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...letters.keys(), letters.length].map((length) => letters.slice(0, length).join(''));
}
