/** What a drawing takes from the page's style sheets. */
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

/** A copy of a drawing that looks the same without the page: what its style sheets say stands in its attributes. */
export function standaloneDrawing(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  const hidden: Element[] = [];
  for (const [at, original] of originals.entries()) {
    const element = copies[at];
    if (element === undefined) continue;
    const style = getComputedStyle(original);
    if (style.display === 'none') hidden.push(element);
    for (const name of drawn) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, local(value));
    }
    for (const name of ['class', 'style', 'tabindex', 'role']) element.removeAttribute(name);
    for (const name of element.getAttributeNames()) if (/^(?:data|aria)-/.test(name)) element.removeAttribute(name);
  }
  for (const element of hidden) element.remove();
  return copy;
}

/** A pattern is referred to within the file, not by the address of the page. */
function local(value: string): string {
  return value.replaceAll(/url\("?[^)"]*#([^)"]+)"?\)/g, 'url(#$1)');
}
