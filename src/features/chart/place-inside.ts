/** A rectangle in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first of `candidates` that overlaps none of `taken`, or null where each does. */
export function placeInside<Candidate extends Box>(
  candidates: readonly Candidate[],
  taken: readonly Box[],
): Candidate | null {
  return candidates.find((box) => taken.every((other) => !overlap(box, other))) ?? null;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
