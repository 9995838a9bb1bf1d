/** A chunk in Vite's build manifest. */
interface Chunk {
  file: string;
  css?: readonly string[];
  /** Keys of the chunks that this one requires. */
  imports?: readonly string[];
}

/** The build of the dashboard, as Vite and `scripts/lazy-pages.mjs` describe it. */
export interface DashboardBuild {
  /** Chunks by source file. */
  manifest: Readonly<Record<string, Chunk>>;
  /** Source files of the pages that are loaded lazily, by their path. */
  pages: Readonly<Record<string, string>>;
}

const catalog = /^src\/shell\/locales\/(\w+)\.po$/;
const startLanguage = 'en';

/**
 * Links that preload the files of a page and of its language in parallel with the common ones; otherwise the page's code
 * would load them one after the other. Empty if the build has no such files.
 * @param address path and query
 * @param languages preferred languages in the format of `Accept-Language`, best first
 */
export function pageLinks({ manifest, pages }: DashboardBuild, address: string, languages: string): string {
  const [path = ''] = address.split('?', 1);
  const files = filesOf(manifest, 'index.html');
  const common = new Set(files);
  for (const source of [catalogFor(manifest, languages), pages[path]]) filesOf(manifest, source, files);
  return [...files]
    .filter((file) => !common.has(file))
    .map((file) => `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`)
    .join('');
}

/** Files of a chunk and of all chunks that it requires; the styles of required chunks come first. */
function filesOf(
  manifest: DashboardBuild['manifest'],
  source: string | undefined,
  seen = new Set<string>(),
): Set<string> {
  const chunk = source === undefined ? undefined : manifest[source];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  for (const style of chunk.css ?? []) seen.add(style);
  return seen;
}

/** Source of the first available message catalog among the languages. */
function catalogFor(manifest: DashboardBuild['manifest'], languages: string): string | undefined {
  const byLanguage = new Map(Object.keys(manifest).map((source) => [catalog.exec(source)?.[1], source]));
  const tags = languages.split(',').map((tag) => /^\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase());
  return byLanguage.get(tags.find((tag) => tag && byLanguage.has(tag)) ?? startLanguage);
}
