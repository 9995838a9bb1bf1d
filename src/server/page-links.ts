/** A chunk of the build, as Vite's manifest tells of it. */
interface Chunk {
  file: string;
  css?: readonly string[];
  /** Keys of the chunks that it can't run without. */
  imports?: readonly string[];
}

/** Vite's manifest of the dashboard's build: its chunks by their sources. */
export type BuildManifest = Readonly<Record<string, Chunk>>;

const chart = 'src/features/chart/stock-chart.tsx';

/**
 * What a page starts with beside what every page does: its own module, as `src/app/router.tsx` has it, and what it shows
 * later, once its first questions are answered. Availability's own module is part of every page.
 */
export const pageModules: readonly (readonly [address: RegExp, own: string | undefined, ...later: string[]])[] = [
  [/^\/\?(?:.*&)?product=/, undefined, chart, 'src/pages/availability/what-if-panel.tsx'],
  [/^\/order(?:\?|$)/, 'src/pages/order/order-page.tsx'],
  [/^\/(?:calendars|products)(?:\?|$)/, 'src/pages/calendars/calendars-page.tsx'],
  [/^\/products\/[^/?]+(?:\?|$)/, 'src/pages/calendar/calendar-page.tsx', chart],
  [/^\/connection(?:\?|$)/, 'src/pages/connection/connection-page.tsx'],
];

const catalogue = /^src\/app\/locales\/(\w+)\.po$/;
const startLanguage = 'en';

/**
 * The links by which a browser fetches, beside what every page starts with, what the page at `address` and its language
 * need: all at once, where the page's own code would come to them one after the other. What it shows later gives way to
 * the rest, its styles hold no drawing up, and a phone, which has to scroll there, leaves it. Empty where the build has neither.
 * @param address path and query
 * @param languages that the person reads, the best first, as `Accept-Language` has them
 */
export function pageLinks(manifest: BuildManifest, address: string, languages: string): string {
  const [, own, ...later] = pageModules.find(([pattern]) => pattern.test(address)) ?? [];
  const seen = filesOf(manifest, 'index.html');
  const linksTo = (sources: readonly (string | undefined)[], [style, attributes]: readonly [string, string]) => {
    const known = new Set(seen);
    for (const source of sources) filesOf(manifest, source, seen);
    return [...seen]
      .filter((file) => !known.has(file))
      .map((file) => {
        const rel = file.endsWith('.css') ? style : 'rel="modulepreload"';
        return `<link ${rel}${attributes} crossorigin href="/${file}">`;
      });
  };
  return [
    ...linksTo([catalogueFor(manifest, languages), own], ['rel="stylesheet"', '']),
    ...linksTo(later, ['rel="preload" as="style"', ' fetchpriority="low" media="(min-width: 48em)"']),
  ].join('');
}

/** The files of a chunk and of all that it can't run without, styles of what it builds on first. */
function filesOf(manifest: BuildManifest, source: string | undefined, seen = new Set<string>()): Set<string> {
  const chunk = source === undefined ? undefined : manifest[source];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  for (const style of chunk.css ?? []) seen.add(style);
  return seen;
}

/** The catalogue of the first of the languages that exists. */
function catalogueFor(manifest: BuildManifest, languages: string): string | undefined {
  const byLanguage = new Map(Object.keys(manifest).map((source) => [catalogue.exec(source)?.[1], source]));
  const tags = languages.split(',').map((tag) => /^\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase());
  return byLanguage.get(tags.find((tag) => tag && byLanguage.has(tag)) ?? startLanguage);
}
