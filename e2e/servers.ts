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

/** A server before {@link exampleUpstream}, without a catalogue. */
export const upstreamServer = serverAt(portOf(2), 'upstream');

/** A service of others that answers as the specification's examples; it runs in the process of {@link upstreamServer}. */
export const exampleUpstream = serverAt(portOf(3), 'example');
