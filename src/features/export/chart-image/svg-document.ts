import { legendSamples, type LegendSample } from './legend-samples.ts';
import { standaloneDrawing } from './standalone-drawing.ts';

/** What a picture stands on. */
export type PictureGround = 'white' | 'dark' | 'transparent';

export interface PictureOptions {
  /** Stands above the drawing; null for one that has its title elsewhere. */
  title: string | null;
  /** Where it comes from and when it was looked up, a line each. */
  notes: readonly string[];
  ground: PictureGround;
}

export interface Picture {
  /** A whole SVG file. */
  svg: string;
  /** In CSS pixels. */
  width: number;
  height: number;
}

const space = 'http://www.w3.org/2000/svg';
const margin = 24;
const titleHeight = 36;
const titleLine = 24;
const lineHeight = 20;
const sampleWidth = 22;
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The chart in `container` as a file of its own, with its title, its legend and its notes. Null where nothing is drawn. */
export function pictureOf(container: Element, options: PictureOptions): Picture | null {
  const scheme: ColourScheme = options.ground === 'dark' ? 'dark' : 'light';
  return inScheme(scheme, () => drawPicture(container, options));
}

function drawPicture(container: Element, { title, notes, ground }: PictureOptions): Picture | null {
  const drawing = drawingIn(container);
  if (drawing === null) return null;
  const page = getComputedStyle(document.documentElement);
  const ink = page.getPropertyValue('--sh-text');
  const muted = page.getPropertyValue('--sh-muted');
  const titleLines = title === null ? [] : wrapped(title, drawing.width, 18);
  const noteLines = notes.flatMap((note) => wrapped(note, drawing.width, 12));
  const top = margin + (titleLines.length === 0 ? 0 : titleHeight + (titleLines.length - 1) * titleLine);
  const width = drawing.width + margin * 2;
  const legend = placeLegend(legendSamples(container), drawing.width);
  const legendTop = top + drawing.height + lineHeight;
  const notesTop = legendTop + (legend.at(-1)?.line ?? -1) * lineHeight + lineHeight * 1.5;
  const height = notesTop + noteLines.length * lineHeight + margin / 2;

  const svg = document.createElementNS(space, 'svg');
  set(svg, { xmlns: space, width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': font, 'font-size': 13 });
  if (title !== null) svg.append(element('title', {}, title));
  if (ground !== 'transparent')
    svg.append(element('rect', { width, height, fill: page.getPropertyValue('--sh-surface') }));
  for (const [at, line] of titleLines.entries()) {
    const y = margin + 16 + at * titleLine;
    svg.append(element('text', { x: margin, y, fill: ink, 'font-size': 18, 'font-weight': 650 }, line));
  }
  set(drawing.element, { x: margin, y: top, width: drawing.width, height: drawing.height });
  svg.append(drawing.element);
  for (const { sample, x, line } of legend) {
    const y = legendTop + line * lineHeight;
    svg.append(
      ...sampleMark(sample, margin + x, y - 4),
      element('text', { x: margin + x + sampleWidth + 8, y, fill: ink }, sample.text),
    );
  }
  for (const [at, note] of noteLines.entries()) {
    svg.append(element('text', { x: margin, y: notesTop + at * lineHeight, fill: muted, 'font-size': 12 }, note));
  }
  return {
    svg: `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}`,
    width,
    height,
  };
}

interface Drawing {
  element: Element;
  width: number;
  height: number;
}

/** The plots of a chart where it has several, else the largest drawing: the others are icons and overviews. */
function drawingIn(container: Element): Drawing | null {
  const surface = container.querySelector('[role="application"]');
  const plots = surface ? [...surface.querySelectorAll('svg')] : [];
  if (surface && plots.length > 1) return plotsOf(surface, plots);
  const drawings = [...container.querySelectorAll<SVGSVGElement | HTMLCanvasElement>('svg, canvas')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  const largest = drawings[0];
  if (largest === undefined || largest.box.width === 0) return null;
  const { width, height } = largest.box;
  const element =
    largest.element instanceof SVGSVGElement ? standaloneDrawing(largest.element) : canvasImage(largest.element);
  return { element, width, height };
}

/** The plots of one surface, each where it is on it. */
function plotsOf(surface: Element, plots: readonly SVGSVGElement[]): Drawing {
  const { left, top, width, height } = surface.getBoundingClientRect();
  const whole = element('svg', {});
  for (const plot of plots) {
    const box = plot.getBoundingClientRect();
    const copy = standaloneDrawing(plot);
    set(copy, { x: box.left - left, y: box.top - top, width: box.width, height: box.height });
    whole.append(copy);
  }
  return { element: whole, width, height };
}

function canvasImage(canvas: HTMLCanvasElement): Element {
  return element('image', { href: canvas.toDataURL('image/png') });
}

interface PlacedSample {
  sample: LegendSample;
  x: number;
  line: number;
}

/** Entries one after the other, a line further where the width is used up. */
function placeLegend(samples: readonly LegendSample[], width: number): PlacedSample[] {
  let x = 0;
  let line = 0;
  return samples.map((sample) => {
    const taken = sampleWidth + 8 + textWidth(sample.text) + 24;
    if (x > 0 && x + taken > width) {
      x = 0;
      line += 1;
    }
    const placed = { sample, x, line };
    x += taken;
    return placed;
  });
}

/** A text in lines of at most `width`, broken between words. */
function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function textWidth(text: string, size = 13): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * size * 0.55;
  context.font = `${size}px ${font}`;
  return context.measureText(text).width;
}

function sampleMark(of: LegendSample, x: number, y: number): Element[] {
  if (of.sample === 'drawn') {
    set(of.drawing, { x, y: y - 8 });
    return [of.drawing];
  }
  const { sample, colour } = of;
  if (sample === 'line' || sample === 'dashed') {
    const dashes = { 'stroke-dasharray': sample === 'dashed' ? '4 3' : 'none' };
    return [
      element('line', { x1: x, x2: x + sampleWidth, y1: y, y2: y, stroke: colour, 'stroke-width': 2, ...dashes }),
    ];
  }
  const ground = element('rect', {
    x,
    y: y - 6,
    width: sampleWidth,
    height: 12,
    fill: colour,
    'fill-opacity': sample === 'ground' ? 1 : 0.15,
    stroke: colour,
  });
  if (sample === 'ground') return [ground];
  const strokes = [4, 11, 18].map((at) =>
    element('line', { x1: x + at - 3, x2: x + at + 3, y1: y + 6, y2: y - 6, stroke: colour }),
  );
  return [ground, ...strokes];
}

function element(name: string, attributes: Record<string, string | number>, text?: string): Element {
  const made = document.createElementNS(space, name);
  set(made, attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}

function set(target: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
}

type ColourScheme = 'light' | 'dark';

const attribute = 'data-mantine-color-scheme';

/** Runs `read` as if the page were in another colour scheme; nothing of it is painted. */
function inScheme<Value>(scheme: ColourScheme, read: () => Value): Value {
  const root = document.documentElement;
  const before = root.getAttribute(attribute);
  root.setAttribute(attribute, scheme);
  try {
    return read();
  } finally {
    if (before === null) root.removeAttribute(attribute);
    else root.setAttribute(attribute, before);
  }
}
