import { randomBytes } from 'node:crypto';

import postgres from 'postgres';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server that the tests run on, as its superuser. */
    postgresUrl: string;
  }
}

/** An empty database on the PostgreSQL server of the tests. */
export async function createTemporaryDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
