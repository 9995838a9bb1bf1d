import type { HistorySize, KeptHistory } from './stock-store.ts';

/**
 * Measures a history. Reads all of its rows, so it takes up to seconds.
 * @param bytesOf SQL for the bytes of a table with its indexes
 */
export async function readHistorySize(
  run: <Row extends object>(statement: string, parameters: readonly unknown[]) => Promise<Row[]>,
  of: KeptHistory,
  bytesOf: (table: string) => string,
): Promise<HistorySize> {
  const [table, from] =
    of === 'replaced'
      ? ['replaced_calendar', 'SELECT history_from FROM store_state WHERE id = 1']
      : ['observed_calendar', 'SELECT min(observed_from) FROM observed_calendar'];
  const [size] = await run<HistorySize>(
    `SELECT (SELECT count(*) FROM ${table}) AS calendars, (${bytesOf(table)}) AS bytes, (${from}) AS "from"`,
    [],
  );
  return size ?? { calendars: 0, bytes: 0, from: null };
}
