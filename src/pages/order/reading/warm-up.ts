import { recordsOfText } from './list-records.ts';
import { readList } from './read-list.ts';

let isWarm = false;

/** Reads a list that nobody sees: a browser reads the first list of a page in code that it has yet to compile. */
export function warmUp(locale: string): void {
  if (isWarm) return;
  isWarm = true;
  const rows = Array.from({ length: 300 }, (_, index) => `${100_000 + index}\t${1 + (index % 40) / 4}`);
  readList(recordsOfText(['Product\tQuantity', ...rows].join('\n'), 'paste'), { locale, statuses: [] });
}
