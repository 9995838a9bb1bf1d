import { EventEmitter, once } from 'node:events';

import postgres from 'postgres';

import { StoreError } from './store-error.ts';

/** Whole numbers of 64 bits come as numbers: quantities and counts are safe integers. */
const bigint = { to: 20, from: [20], serialize: String, parse: Number };

/** Connections to one database, or one of them inside a transaction. */
export type Sql = postgres.Sql<{ bigint: number }>;

/** How long a connection may take to come about, in seconds. */
const connectTimeout = 10;

/**
 * @param connections how many are open at most; each is opened as it is needed
 * @param onClose is told of each that closes
 */
export function connect(url: string, connections: number, onClose: () => void = () => {}): Sql {
  return postgres(url, {
    max: connections,
    connect_timeout: connectTimeout,
    types: { bigint },
    connection: { application_name: 'stock-horizon' },
    // The one of an import must last as long as it takes.
    max_lifetime: null,
    onnotice: () => {},
    onclose: onClose,
  });
}

/** One connection, to which its package would give a successor when it is lost. */
export interface SoleConnection {
  /** Refuses every statement once the connection is lost: outside the transaction it would do harm. */
  sql: Sql;
  /** Rejects when the connection is lost, and never resolves. */
  lost: Promise<never>;
}

/** A connection for a transaction that outlasts many statements. */
export function connectOnce(url: string): SoleConnection {
  const failure = Object.assign(new Error('the connection to PostgreSQL was lost'), { code: 'CONNECTION_CLOSED' });
  const closing = new EventEmitter();
  let isLost = false;
  const lost = once(closing, 'close').then(() => {
    throw failure;
  });
  lost.catch(() => {});
  const connection = connect(url, 1, () => {
    isLost = true;
    closing.emit('close');
  });
  const checked = () => {
    if (isLost) throw failure;
  };
  const sql = new Proxy(connection, {
    apply: (target, self, words) => {
      checked();
      return Reflect.apply(target, self, words) as unknown;
    },
    get: (target, name) => {
      if (name === 'unsafe') checked();
      return Reflect.get(target, name) as unknown;
    },
  });
  return { sql, lost };
}

/** How long a closing waits for statements under way, in seconds. */
const closingTimeout = 5;

export async function disconnect(sql: Sql): Promise<void> {
  await sql.end({ timeout: closingTimeout });
}

/** Why the database of `name` can't be used, as a sentence. */
export function connectingFailure(name: string, cause: unknown): StoreError {
  return cause instanceof StoreError
    ? cause
    : new StoreError(`The store ${name} cannot be opened: ${reasonOf(cause)}`, { cause });
}

/** PostgreSQL's code of an error, or that of the connection. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function reasonOf(cause: unknown): string {
  switch (codeOf(cause)) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_ENDED':
      return 'no PostgreSQL answers at that address. Start it, or correct DATABASE_URL.';
    case '28P01':
    case '28000':
      return 'PostgreSQL does not let this user in. Correct the user and password in DATABASE_URL.';
    case '3D000':
      return 'there is no database of that name. Create it, or correct DATABASE_URL.';
    case '42501':
      return 'this user may not create tables in it. Let it own the database or the schema.';
    case '53300':
      return 'PostgreSQL has no connection left. Raise its max_connections, or run fewer servers.';
    case '57P03':
      return 'PostgreSQL is starting or stopping. Try again when it is up.';
    default:
      return cause instanceof Error ? `${cause.message}.` : String(cause);
  }
}
