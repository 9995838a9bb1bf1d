/** What fits into a cookie beside the rest. */
const longestPath = 2000;

/**
 * The page of the dashboard to go back to after a sign-in: path and query of what was asked for, `/` for anything
 * that is no page of it. Joined to the own origin, it leads nowhere else.
 */
export function returnPath(text: string): string {
  const own = 'http://own.invalid';
  if (text.length > longestPath || !text.startsWith('/') || !URL.canParse(text, own)) return '/';
  const url = new URL(text, own);
  const leaves = url.origin !== own || /^\/[/\\]/.test(url.pathname);
  return leaves || /^\/(?:gateway|api)(?:\/|$)/i.test(url.pathname) ? '/' : url.pathname + url.search;
}
