/** Style properties that are copied into the drawing's attributes. */
const drawn = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'visibility',
  'paint-order',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'font-variant-numeric',
  'shape-rendering',
  'vector-effect',
];

/**
 * Copies a drawing so that it looks the same without the page: computed styles become attributes, patterns get their
 * own ids, and truncated names are restored.
 */
export function standaloneDrawing(drawing: SVGSVGElement): SVGElement {
  return copyOf(drawing) ?? document.createElementNS('http://www.w3.org/2000/svg', 'svg');
}

const left = /^(?:class|style|tabindex|role|(?:data|aria)-.*)$/;

/** Null for hidden elements and for controls. */
function copyOf(original: Element): SVGElement | null {
  if (original.hasAttribute('data-control')) return null;
  const style = getComputedStyle(original);
  if (style.display === 'none' && original.localName !== 'defs') return null;
  // Created, not cloned: the page's content security policy blocks a cloned style attribute.
  const copy = document.createElementNS('http://www.w3.org/2000/svg', original.localName);
  for (const { name, value } of original.attributes)
    if (!left.test(name)) copy.setAttribute(name, rounded(local(value)));
  if (original.id !== '') copy.id = named(original.id);
  for (const name of drawn) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.setAttribute(name, local(value));
  }
  for (const paint of ['fill', 'stroke']) {
    const { color, opacity } = plainColor(style.getPropertyValue(paint));
    if (color === null) continue;
    copy.setAttribute(paint, color);
    const given = Number(copy.getAttribute(`${paint}-opacity`) ?? 1);
    copy.setAttribute(`${paint}-opacity`, String(Math.round(opacity * given * 1000) / 1000));
  }
  const { whole } = (original as SVGElement).dataset;
  if (whole !== undefined) {
    copy.textContent = whole;
    return copy;
  }
  for (const child of original.childNodes) {
    const copied = child instanceof Element ? copyOf(child) : child.cloneNode();
    if (copied !== null) copy.append(copied);
  }
  return copy;
}

/** Hex color, since office programs render `color(srgb …)` black, and opacity; null if not a color, such as a pattern. */
function plainColor(value: string): { color: string | null; opacity: number } {
  const [, space, list = ''] = /^(color\(srgb|rgba?\()\s*(.*)\)$/.exec(value) ?? [];
  if (space === undefined) return { color: null, opacity: 1 };
  const [red = 0, green = 0, blue = 0, opacity = 1] = list.split(/[\s,/]+/).map(Number);
  const parts = [red, green, blue].map((part) => Math.round(space === 'color(srgb' ? part * 255 : part));
  return { color: `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`, opacity };
}

/** Rounds coordinates to a hundredth of a pixel: `82.39999999999999` becomes 82.4. */
function rounded(value: string): string {
  return value.replaceAll(/-?\d+\.\d{3,}/g, (figure) => String(Math.round(Number(figure) * 100) / 100));
}

/** Makes pattern references point to the copy's own patterns, without the page's URL or ids. */
function local(value: string): string {
  return value.replaceAll(/url\("?[^)"]*#([^)"]+)"?\)/g, (_, id: string) => `url(#${named(id)})`);
}

function named(id: string): string {
  return `copy-${id}`;
}
