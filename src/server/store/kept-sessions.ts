import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import postgres from 'postgres';

import type { StoreLocation } from './store-location.ts';

/**
 * All that the store keeps of sessions as it lies there, byte for byte, to be searched by tests: the files of
 * SQLite, what it has yet to write into them included, or the rows of PostgreSQL.
 */
export async function keptOfSessions(location: StoreLocation): Promise<string> {
  if (location.kind === 'sqlite') {
    const folder = dirname(location.path);
    const files = readdirSync(folder).filter((name) => name.startsWith('sessions.sqlite'));
    return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
  }
  const sql = postgres(location.url, { max: 1 });
  try {
    const rows = await sql<{ text: string }[]>`
      SELECT concat_ws(' ', id_digest, person_digest, encode(sealed_credentials, 'escape'), expires_at) AS text
      FROM session`;
    return rows.map(({ text }) => text).join('\n');
  } finally {
    await sql.end();
  }
}
