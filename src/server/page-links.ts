/** A chunk in Vite's build manifest. */
interface Chunk {
  file: string;
  css?: readonly string[];
  /** Keys of the chunks that this one requires. */
  imports?: readonly string[];
}

/** Vite's build manifest of the dashboard: chunks by source file. */
export type BuildManifest = Readonly<Record<string, Chunk>>;

const chart = 'src/parts/chart/stock-chart.tsx';

/**
 * What each page loads in addition to the common files: its own module, as in `src/router.tsx`, and what it shows
 * after its first responses. The module of Availability is part of every page.
 */
export const pageModules: readonly (readonly [address: RegExp, own: string | undefined, ...later: string[]])[] = [
  [/^\/(?:\?(?:.*&)?product=|products\/[^/?]+(?:\?|$))/, undefined, chart, 'src/availability/calendar-side.tsx'],
  [/^\/overview(?:\?|$)/, 'src/overview/overview-page.tsx'],
  [/^\/order(?:\?|$)/, 'src/orders/order-page.tsx'],
  [/^\/orders(?:\?|$)/, 'src/orders/orders-page.tsx'],
  [/^\/(?:calendars|products)(?:\?|$)/, 'src/products/products-page.tsx'],
  [/^\/promises(?:\?|$)/, 'src/promises/promises-page.tsx'],
  [/^\/notifications(?:\?|$)/, 'src/notifications/notifications-page.tsx'],
  [/^\/keys(?:\?|$)/, 'src/keys/keys-page.tsx'],
  [/^\/my-data(?:\?|$)/, 'src/settings/my-data-page.tsx'],
  [/^\/connection(?:\?|$)/, 'src/settings/settings-page.tsx'],
];

const catalog = /^src\/shell\/locales\/(\w+)\.po$/;
const startLanguage = 'en';

/**
 * Links that preload the additional files of a page and its language in parallel; otherwise the page's code would load
 * them one after the other. What the page shows later has low priority, doesn't block rendering, and is skipped on
 * phones, where it is below the fold. Empty if the build has no such files.
 * @param address path and query
 * @param languages preferred languages in the format of `Accept-Language`, best first
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
    ...linksTo([catalogFor(manifest, languages), own], ['rel="stylesheet"', '']),
    ...linksTo(later, ['rel="preload" as="style"', ' fetchpriority="low" media="(min-width: 48em)"']),
  ].join('');
}

/** Files of a chunk and of all chunks that it requires; the styles of required chunks come first. */
function filesOf(manifest: BuildManifest, source: string | undefined, seen = new Set<string>()): Set<string> {
  const chunk = source === undefined ? undefined : manifest[source];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  for (const style of chunk.css ?? []) seen.add(style);
  return seen;
}

/** Source of the first available message catalog among the languages. */
function catalogFor(manifest: BuildManifest, languages: string): string | undefined {
  const byLanguage = new Map(Object.keys(manifest).map((source) => [catalog.exec(source)?.[1], source]));
  const tags = languages.split(',').map((tag) => /^\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase());
  return byLanguage.get(tags.find((tag) => tag && byLanguage.has(tag)) ?? startLanguage);
}
