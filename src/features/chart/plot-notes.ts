import { placeInside, type Box } from './place-inside.ts';
import { xOf, yOf, type PlotGeometry } from './plot-geometry.ts';

/** A text within the plot, with its place. */
export interface PlotNote extends Box {
  text: string;
}

interface NoteTexts {
  /** What the quantity's line may be called, the best name first; widths as measured. */
  quantity: { names: readonly { text: string; width: number }[]; level: number } | null;
  /** What the hatched time is called, and the instant from which it runs. */
  theory: { text: string; width: number; from: number } | null;
}

const height = 18;
const air = 6;
/** Places along the quantity's line, the ends first. */
const shares = [0, 1, ...Array.from({ length: 15 }, (_, index) => (index + 1) / 16)];

/**
 * Places for the names of the quantity's line and of the hatched time, neither on the other nor across one of the
 * vertical markers at `markers` (instants). A name without a free place is null: the legend holds it as well.
 */
export function placeNotes(
  geometry: PlotGeometry,
  markers: readonly number[],
  texts: NoteTexts,
): { quantity: PlotNote | null; theory: PlotNote | null } {
  const lines = markers.map((at) => ({
    left: xOf(geometry, at) - 3,
    top: geometry.top,
    width: 6,
    height: geometry.height,
  }));
  const quantity = placeInside(quantityPlaces(geometry, texts.quantity), lines);
  const theory = placeInside(theoryPlaces(geometry, texts.theory), quantity ? [quantity] : []);
  return { quantity, theory };
}

function quantityPlaces(geometry: PlotGeometry, note: NoteTexts['quantity']): PlotNote[] {
  if (note === null) return [];
  const { left, top, width } = geometry;
  const bottom = top + geometry.height;
  const y = yOf(geometry, Math.min(note.level, geometry.highest));
  const tops = [y - height - 1, y + 2].filter((candidate) => candidate >= top - 1 && candidate + height <= bottom);
  return note.names.flatMap((name) => {
    const room = width - name.width - 2 * air;
    const lefts = shares.map((share) => left + air + share * room);
    return tops.flatMap((noteTop) =>
      lefts.map((noteLeft) => ({ text: name.text, width: name.width, left: noteLeft, top: noteTop, height })),
    );
  });
}

function theoryPlaces(geometry: PlotGeometry, note: NoteTexts['theory']): PlotNote[] {
  if (note === null) return [];
  const start = Math.max(xOf(geometry, note.from), geometry.left);
  const room = geometry.left + geometry.width - start;
  if (room < note.width + 2 * air) return [];
  const left = start + (room - note.width) / 2;
  const tops = [0.06, 0.45, 0.8].map((share) => geometry.top + share * geometry.height);
  return tops.map((top) => ({ text: note.text, left, top, width: note.width, height }));
}
