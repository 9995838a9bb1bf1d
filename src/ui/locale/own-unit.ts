/** In characters: a label beside a figure, no sentence. */
export const longestUnit = 12;

/** The unit remembered in `text`, tidied; null where it holds none. */
export function readOwnUnit(text: string | null): string | null {
  const unit = Array.from((text ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, longestUnit)
    .join('');
  return unit === '' ? null : unit;
}
