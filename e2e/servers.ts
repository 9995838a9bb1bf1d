const firstPort = Number(process.env.E2E_PORT ?? 8191);

/** Returns the port at an index. Indexes from 4 are for test files that start their own servers. */
export function portOf(place: number): number {
  return firstPort + place;
}

const serverAt = <Contents extends string>(port: number, contents: Contents) => ({
  port,
  url: `http://127.0.0.1:${port}`,
  contents,
});

/** Sets a started server's clock (ISO 8601), or replaces its stock by a CSV. */
export type ServerMessage = { now: string } | { stock: string };

/** What persons sign in with, on servers with the stock of `stock-fixture.ts` and no other credentials. */
export const ownCredentials = { secret: 'a secret of the tests for persons', subscriptionKey: 'a-key-of-the-tests' };

/** Server with the stock of `stock-fixture.ts`. */
export const stockServer = serverAt(firstPort, 'fixture');

/** Server with the demo data set, as after its first start. */
export const demoServer = serverAt(firstPort + 1, 'demo');

/** Gateway to {@link exampleUpstream}, without a catalogue. */
export const upstreamServer = serverAt(portOf(2), 'upstream');

/** Third-party service that responds like the specification's examples. Runs in {@link upstreamServer}'s process. */
export const exampleUpstream = serverAt(portOf(3), 'example');
