let context: CanvasRenderingContext2D | null | undefined;

/** The width in pixels of `text` as the charts write it, at `size` pixels and `weight`; about right before a canvas exists. */
export function textWidth(text: string, size: number, weight = 400): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * size * 0.56;
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(context.measureText(text).width);
}
