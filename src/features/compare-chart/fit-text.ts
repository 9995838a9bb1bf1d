import { textWidth } from '#features/chart/text-width.ts';

/** The text, or as much of its beginning as fits `width` pixels at `size` pixels, with an ellipsis. */
export function fitText(text: string, width: number, size: number, weight = 400): string {
  if (textWidth(text, size, weight) <= width) return text;
  const letters = Array.from(text);
  let [fits, exceeds] = [0, letters.length];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1;
    const cut = `${letters.slice(0, middle).join('').trimEnd()}…`;
    if (textWidth(cut, size, weight) <= width) fits = middle;
    else exceeds = middle;
  }
  return fits === 0 ? '' : `${letters.slice(0, fits).join('').trimEnd()}…`;
}
