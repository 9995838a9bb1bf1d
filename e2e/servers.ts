/** The server that holds the stock of `stock-fixture.ts`. */
export const stockServer = { port: 8191, url: 'http://127.0.0.1:8191', contents: 'fixture' } as const;

/** A server as its first start leaves it, with the demo data set. */
export const demoServer = { port: 8192, url: 'http://127.0.0.1:8192', contents: 'demo' } as const;
