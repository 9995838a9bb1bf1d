const widths = new Map<string, number>();
const mostKept = 2000;
let context: CanvasRenderingContext2D | null | undefined;
let family: string | undefined;

/** The width in pixels of `text` as the charts write it, at `size` pixels and `weight`; about right without a canvas. */
export function textWidth(text: string, size: number, weight = 400): number {
  const key = `${weight} ${size} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= mostKept) widths.clear();
  const width = measure(text, size, weight);
  widths.set(key, width);
  return width;
}

function measure(text: string, size: number, weight: number): number {
  // Never drawn on: memory of the page's own is got sooner than that of a graphics card.
  context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return text.length * size * 0.56;
  // Asked for once: each question has the page's styles worked out before it is answered.
  family ??= getComputedStyle(document.body).fontFamily;
  context.font = `${weight} ${size}px ${family}`;
  return Math.ceil(context.measureText(text).width);
}
