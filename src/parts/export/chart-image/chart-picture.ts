import { textWidth } from '#parts/chart/label-places.ts';
import type { ExportableChart } from '#parts/export/exportable.ts';

import { standaloneDrawing } from './standalone-drawing.ts';

/** Background of a picture. */
export type PictureGround = 'white' | 'dark' | 'transparent';

/** Size on screen, or 16:9 with large text for a presentation. */
export type PictureSize = 'screen' | 'slide';

interface PictureOptions {
  /** Title above the drawing; null if the title is elsewhere. */
  title: string | null;
  /** Source and retrieval time, one line each. */
  notes: readonly string[];
  ground: PictureGround;
  size: PictureSize;
}

export interface Picture {
  element: Element;
  /** In CSS pixels. */
  width: number;
  height: number;
}

const space = 'http://www.w3.org/2000/svg';
/** That of the page, which a picture contains; elsewhere one of about its widths. */
const font = 'Roboto, Arial, sans-serif';
const margin = 24;
/** Font sizes, in pixels. */
const sizes = { screen: { title: 18, legend: 13, note: 12 }, slide: { title: 32, legend: 20, note: 16 } };
const slide = { width: 1280, height: 720 };
/** Text scale of a drawing rendered for a slide: it may have many rows and is scaled down to fit. */
const slideLetters = 1.5;
const lineRatio = 1.5;
const titleWeight = 650;

/** Renders a chart as a standalone picture with title, legend and notes; null if the chart isn't drawn. */
export function chartPicture({ element: figureOf, whole }: ExportableChart, options: PictureOptions): Picture | null {
  const figure = figureOf();
  if (figure === null) return null;
  return withColorScheme(options.ground === 'dark' ? 'dark' : 'light', () => {
    const surface = figure.querySelector('[role="application"]');
    const drawing = whole
      ? drawingOf(figure, whole(options.size === 'slide' ? slideLetters : 1))
      : surface && drawingOn(surface);
    return drawing && drawPicture(drawing, legendOf(figure), options);
  });
}

/** The picture as an SVG file, with the page's font, so that texts are as wide as they were measured. */
export async function svgOf({ element: drawn }: Picture): Promise<Blob> {
  drawn.prepend(element('style', {}, await fontFace()));
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawn)}`;
  return new Blob([text], { type: 'image/svg+xml' });
}

/** Style rule with the page's font; empty if it can't be loaded. */
async function fontFace(): Promise<string> {
  const preload = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]');
  try {
    const bytes = new Uint8Array(await (await fetch(preload?.href ?? '')).arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
    return `@font-face{font-family:Roboto;font-weight:400 700;src:url(data:font/woff2;base64,${btoa(text)})}`;
  } catch {
    return '';
  }
}

/** Image pixels per CSS pixel, for sharp images in presentations. */
const density = 2;

/** The picture as a PNG file; null if the browser can't render it. */
export async function pngOf(picture: Picture): Promise<Blob | null> {
  const url = URL.createObjectURL(await svgOf(picture));
  try {
    const image = new Image(picture.width, picture.height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * density);
    canvas.height = Math.round(picture.height * density);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Entry of a chart's legend: its text and a copy of its sample. */
interface LegendSample {
  text: string;
  drawing: SVGElement;
}

/** Reads the legend beneath a chart from the page. */
function legendOf(figure: Element): LegendSample[] {
  return [...figure.querySelectorAll('figcaption li')].flatMap((entry) => {
    const drawing = entry.querySelector('svg');
    return drawing === null ? [] : [{ text: entry.textContent?.trim() ?? '', drawing: standaloneDrawing(drawing) }];
  });
}

function drawPicture(drawing: Drawing, samples: readonly LegendSample[], options: PictureOptions): Picture {
  const { title, notes, ground } = options;
  const isSlide = options.size === 'slide';
  const size = sizes[options.size];
  const page = getComputedStyle(document.documentElement);
  const ink = page.getPropertyValue('--sh-text');
  const muted = page.getPropertyValue('--sh-muted');
  const widest = Math.max(0, ...samples.map((sample) => sampleWidth(sample, size.legend)));
  const room = isSlide ? slide.width - margin * 2 : Math.max(drawing.width, widest);
  const titleLines = title === null ? [] : wrapped(title, room, size.title, titleWeight);
  const noteLines = notes.flatMap((note) => wrapped(note, room, size.note));
  const legend = placeLegend(samples, room, size.legend);
  const heightOf = (lines: number, letters: number) => lines * letters * lineRatio;
  const top = margin + heightOf(titleLines.length, size.title);
  const beneath =
    heightOf((legend.at(-1)?.line ?? -1) + 2, size.legend) + heightOf(noteLines.length, size.note) + margin / 2;
  const left = slide.height - top - beneath;
  const scale = isSlide ? Math.min(room / drawing.width, left / drawing.height) : 1;
  const width = isSlide ? slide.width : room + margin * 2;
  const height = isSlide ? slide.height : top + drawing.height + beneath;
  const drawingTop = isSlide ? top + (left - drawing.height * scale) / 2 : top;
  const legendTop = drawingTop + drawing.height * scale + size.legend * lineRatio;
  const notesTop = height - margin / 2 - heightOf(noteLines.length - 1, size.note) - 4;

  const svg = element('svg', {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': font,
    'font-size': 13,
  });
  if (title !== null) svg.append(element('title', {}, title));
  if (ground !== 'transparent')
    svg.append(element('rect', { width, height, fill: page.getPropertyValue('--sh-surface') }));
  const lines = (texts: readonly string[], y: number, letters: number, attributes: Attributes) =>
    svg.append(
      ...texts.map((text, at) =>
        element('text', { x: margin, y: y + heightOf(at, letters), 'font-size': letters, ...attributes }, text),
      ),
    );
  lines(titleLines, margin + size.title, size.title, { fill: ink, 'font-weight': titleWeight });
  set(drawing.element, {
    x: margin + (isSlide ? (room - drawing.width * scale) / 2 : 0),
    y: drawingTop,
    width: drawing.width * scale,
    height: drawing.height * scale,
    viewBox: `0 0 ${drawing.width} ${drawing.height}`,
    overflow: 'visible',
  });
  svg.append(drawing.element);
  for (const { sample, x, line } of legend) {
    const y = legendTop + heightOf(line, size.legend);
    const tall = size.legend * 1.2;
    set(sample.drawing, { x: margin + x, y: y - size.legend, width: tall * 1.25, height: tall });
    const place = { x: margin + x + tall * 1.25 + 8, y, fill: ink, 'font-size': size.legend };
    svg.append(sample.drawing, element('text', place, sample.text));
  }
  lines(noteLines, notesTop, size.note, { fill: muted });
  return { element: svg, width, height };
}

interface Drawing {
  element: Element;
  width: number;
  height: number;
}

/** Measures and copies a detached drawing. It is briefly added to the figure, to inherit its colors. */
function drawingOf(figure: Element, drawing: SVGSVGElement): Drawing {
  const place = document.createElement('div');
  place.style.cssText = 'position: absolute; left: -99999px; top: 0';
  place.append(drawing);
  figure.append(place);
  const { width, height } = drawing.getBoundingClientRect();
  const copy = standaloneDrawing(drawing);
  place.remove();
  return { element: copy, width, height };
}

/** Copies the plots of a chart at their positions, wide enough for their full names; null if there are none. */
function drawingOn(surface: Element): Drawing | null {
  const plots = [...surface.querySelectorAll<SVGSVGElement>(':scope .recharts-surface')];
  const { left, top, width, height } = surface.getBoundingClientRect();
  if (plots.length === 0 || width === 0) return null;
  const whole = element('svg', {});
  for (const plot of plots) {
    const box = plot.getBoundingClientRect();
    const copy = standaloneDrawing(plot);
    set(copy, { x: box.left - left, y: box.top - top, width: box.width, height: box.height, overflow: 'visible' });
    whole.append(copy);
  }
  const ends = [...surface.querySelectorAll<SVGElement>('[data-whole]')].map((name) => {
    const letters = Number.parseFloat(getComputedStyle(name).fontSize);
    // A name that has no room on screen is an empty text, which is nowhere.
    const start = (name.closest('svg')?.getBoundingClientRect().left ?? left) - left + Number(name.getAttribute('x'));
    return start + textWidth(name.dataset['whole'] ?? '', letters);
  });
  return { element: whole, width: Math.ceil(Math.max(width, ...ends)), height };
}

interface PlacedSample {
  sample: LegendSample;
  x: number;
  line: number;
}

function sampleWidth({ text }: LegendSample, size: number): number {
  return size * lineRatio + 8 + textWidth(text, size);
}

/** Places entries side by side, wrapping to a new line at `width`. */
function placeLegend(samples: readonly LegendSample[], width: number, size: number): PlacedSample[] {
  let x = 0;
  let line = 0;
  return samples.map((sample) => {
    const taken = sampleWidth(sample, size);
    if (x > 0 && x + taken > width) {
      x = 0;
      line += 1;
    }
    const placed = { sample, x, line };
    x += taken + 24;
    return placed;
  });
}

/** Wraps a text between words into lines of at most `width`; a longer word keeps its own line. */
function wrapped(text: string, width: number, size: number, weight = 400): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes, text?: string): Element {
  const made = document.createElementNS(space, name);
  set(made, attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}

function set(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
}

const scheme = 'data-mantine-color-scheme';

/** Runs `read` synchronously with the page in another color scheme, which is never painted. */
function withColorScheme<Value>(wanted: 'light' | 'dark', read: () => Value): Value {
  const root = document.documentElement;
  const before = root.getAttribute(scheme);
  root.setAttribute(scheme, wanted);
  try {
    return read();
  } finally {
    if (before === null) root.removeAttribute(scheme);
    else root.setAttribute(scheme, before);
  }
}
