/** Which database holds everything: a file of this machine, or PostgreSQL at an address that holds its password. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** What it is called in sentences: its path, or its address without user and password. */
export function nameOfStore(location: StoreLocation): string {
  if (location.kind === 'sqlite') return location.path;
  const { host, pathname } = new URL(location.url);
  return `postgres://${host}${pathname}`;
}
