const firstPort = Number(process.env.E2E_PORT ?? 8191);

/** The port of the server at that place; those from 4 on are for files of tests that start their own. */
export function portOf(place: number): number {
  return firstPort + place;
}

const serverAt = <Contents extends string>(port: number, contents: Contents) => ({
  port,
  url: `http://127.0.0.1:${port}`,
  contents,
});

/** The server that holds the stock of `stock-fixture.ts`. */
export const stockServer = serverAt(firstPort, 'fixture');

/** A server as its first start leaves it, with the demo data set. */
export const demoServer = serverAt(firstPort + 1, 'demo');
