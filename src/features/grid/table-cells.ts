import { fromHarmlessCell } from './harmless-cell.ts';

/** The cells of the first table in a piece of HTML, as text; none where there is no table. */
export function tableCells(html: string): string[][] {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => fromHarmlessCell((cell.textContent ?? '').trim())),
  );
}
