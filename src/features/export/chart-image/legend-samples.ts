import { standaloneDrawing } from './standalone-drawing.ts';

/** An entry of a chart's legend: its words, and its sample as it is drawn or how to draw it. */
export type LegendSample =
  | { text: string; sample: 'drawn'; drawing: SVGElement }
  | { text: string; sample: 'line' | 'dashed' | 'hatched' | 'ground'; colour: string };

/** The legend beneath a chart, read off the page: each list entry with the swatch that stands before it. */
export function legendSamples(figure: Element): LegendSample[] {
  return [...figure.querySelectorAll('figcaption li')].map((entry) => {
    const drawn = entry.querySelector('svg');
    if (drawn !== null)
      return { text: entry.textContent?.trim() ?? '', sample: 'drawn', drawing: standaloneDrawing(drawn) };
    const swatch = entry.querySelector('[data-kind]') ?? entry.firstElementChild ?? entry;
    return sampleOf(entry.textContent?.trim() ?? '', getComputedStyle(swatch));
  });
}

function sampleOf(text: string, style: CSSStyleDeclaration): LegendSample {
  if (style.backgroundImage.includes('gradient')) return { text, sample: 'hatched', colour: style.borderLeftColor };
  if (Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none') {
    return { text, sample: style.borderTopStyle === 'solid' ? 'line' : 'dashed', colour: style.borderTopColor };
  }
  return { text, sample: 'ground', colour: style.backgroundColor };
}
