import { EventEmitter, once } from 'node:events';
import postgres from 'postgres';

import { historySchema } from './calendar-history.ts';
import { indexSchema } from './calendar-index.ts';
import { keySchema } from './sql-keys.ts';
import { notificationSchema } from './sql-notifications.ts';
import { observedSchema } from './observed-calendars.ts';
import { runSchema } from './sql-runs.ts';
import { NewerSchemaError, openError, StoreError } from './stock-store.ts';

/** Returns 64-bit integers as numbers: quantities and counts are safe integers. */
const bigint = { to: 20, from: [20], serialize: String, parse: Number };

/** Array parameters, by PostgreSQL's type numbers for `integer[]`, `bigint[]` and `text[]`. */
const arrays = Object.fromEntries(
  [1007, 1016, 1009].map((to) => [to, { to, from: [], serialize: formatArray, parse: String }]),
);

function formatArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))).join()}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** A connection pool of one database, or one connection inside a transaction. */
export type Sql = postgres.Sql<{ bigint: number }>;

/** Connection timeout in seconds. */
const connectTimeout = 10;

/** Seconds that closing waits for statements in flight. */
const closingTimeout = 5;

/**
 * Whenever a connection is lost, another pool replaces this one: a connection that is lost while it has something to
 * write never writes again (postgres 3.4.9), so that each statement it gets would wait for the timeout. To be deleted
 * once the package clears its timer of writes when a connection closes.
 * @param connections maximum number of open connections; they are opened on demand
 * @param onClose called for each connection that closes
 */
export function connect(url: string, connections: number, onClose: () => void = () => {}): Sql {
  const pools = new Set<Sql>();
  let isEnding = false;
  const open = () => {
    const pool: Sql = openPool(url, connections, () => {
      if (pool === current && !isEnding) {
        current = open();
        void pool.end({ timeout: closingTimeout }).finally(() => pools.delete(pool));
      }
      onClose();
    });
    pools.add(pool);
    return pool;
  };
  let current = open();
  return withRowsInPlace(
    () => current,
    async (options) => {
      isEnding = true;
      await Promise.all([...pools].map((pool) => pool.end(options)));
    },
  );
}

function openPool(url: string, connections: number, onclose: () => void): Sql {
  return postgres(url, {
    max: connections,
    connect_timeout: connectTimeout,
    types: { bigint, ...arrays },
    // Fetching the types for each connection would crash the process if the connection breaks meanwhile.
    fetch_types: false,
    // Planning a lookup over the partitions takes ten times as long as the lookup, JIT compilation a hundred times. No
    // plan depends on the parameters.
    connection: { application_name: 'stock-horizon', plan_cache_mode: 'force_generic_plan', jit: 'off' },
    // By default, the package waits up to 20 seconds to reconnect.
    backoff: (tries) => Math.min(0.05 * 2 ** tries, 1),
    // The connection of an import must last as long as the import.
    max_lifetime: null,
    onnotice: () => {},
    onclose,
  });
}

/**
 * A statement that fails after its first rows leaves as many empty places at the start of its connection's next result
 * (postgres 3.4.9, https://github.com/porsager/postgres/issues/1181), so that lines would get the results of others. To
 * be deleted once the package clears its count of rows.
 * @param current the pool or transaction that runs the next statement
 * @param end closes all pools, those that were replaced too
 */
function withRowsInPlace<Statements extends object>(current: () => Statements, end?: Sql['end']): Statements {
  const call = (name: 'unsafe' | 'begin', words: readonly unknown[]) =>
    (current() as Record<typeof name, (...words: readonly unknown[]) => unknown>)[name](...words);
  return new Proxy(current(), {
    apply: (_, self, words) => repaired(Reflect.apply(current() as () => unknown, self, words)),
    get: (_, name) => {
      if (name === 'end' && end !== undefined) return end;
      if (name === 'unsafe') return (...words: readonly unknown[]) => repaired(call(name, words));
      if (name !== 'begin') return Reflect.get(current(), name) as unknown;
      return (...words: readonly unknown[]) => {
        const work = words.at(-1) as (transaction: object) => unknown;
        return call(name, [...words.slice(0, -1), (transaction: object) => work(withRowsInPlace(() => transaction))]);
      };
    },
  });
}

/** The query, which removes the empty places from its result. Other values are returned as they are. */
function repaired(query: unknown): unknown {
  const { resolve } = query as { resolve?: (result: unknown) => void };
  if (resolve === undefined) return query;
  return Object.assign(query as object, {
    resolve: (result: unknown) => {
      const { count } = result as { count?: number };
      if (Array.isArray(result) && typeof count === 'number') result.splice(0, result.length - count);
      resolve(result);
    },
  });
}

/**
 * Rejects with a connection error on timeout. If a connection breaks, the package may lose a statement in flight, whose
 * promise then never settles.
 * @param seconds default: the connection timeout
 */
export function withTimeout<Result>(result: Promise<Result>, seconds = connectTimeout): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('PostgreSQL did not respond in time'), { code: 'CONNECT_TIMEOUT' });
    const timer = setTimeout(reject, seconds * 1000, late);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A single connection, which isn't replaced when it is lost. */
export interface SingleConnection {
  /** Throws once the connection is lost: the package would run statements on a new one, outside the transaction. */
  sql: Sql;
  /** Rejects when the connection is lost; never resolves. */
  lost: Promise<never>;
}

/** Opens a connection for a transaction of many statements. */
export function connectOnce(url: string): SingleConnection {
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
  const throwIfLost = () => {
    if (isLost) throw failure;
  };
  const sql = new Proxy(connection, {
    apply: (target, self, words) => {
      throwIfLost();
      return Reflect.apply(target, self, words) as unknown;
    },
    get: (target, name) => {
      if (name === 'unsafe') throwIfLost();
      return Reflect.get(target, name) as unknown;
    },
  });
  return { sql, lost };
}

export async function disconnect(sql: Sql): Promise<void> {
  await sql.end({ timeout: closingTimeout });
}

/** The error for the database `name` that can't be used. */
export function connectError(name: string, cause: unknown): StoreError {
  return openError(name, cause, reasonOf(cause));
}

/** Error code of PostgreSQL or of the connection. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function reasonOf(cause: unknown): string | undefined {
  switch (codeOf(cause)) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'CONNECT_TIMEOUT':
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_ENDED':
      return 'no PostgreSQL server responds at that address. Start it, or correct DATABASE_URL.';
    case '28P01':
    case '28000':
      return 'PostgreSQL rejected the user or password. Correct them in DATABASE_URL.';
    case '3D000':
      return 'there is no database of that name. Create it, or correct DATABASE_URL.';
    case '42501':
      return 'this user has no permission to create tables. Make it the owner of the database or schema.';
    case '53300':
      return 'PostgreSQL has no free connection. Increase max_connections, or run fewer servers.';
    case '57P03':
      return 'PostgreSQL is starting or stopping. Try again when it is up.';
    default:
      return undefined;
  }
}

/** Key of the advisory lock for processes that start concurrently; any number that nothing else uses. */
const migrationLock = 7_483_920_115;

/**
 * Migrates the database to the latest version of `schema`, in one transaction. An up-to-date database is only read.
 * @throws NewerSchemaError if it is newer than `schema`, and StoreError if its encoding isn't UTF-8
 */
export async function migrate(sql: Sql, schema: readonly string[], name: string): Promise<void> {
  const version = await versionOf(sql);
  if (version === schema.length) return;
  if (version > schema.length)
    throw new NewerSchemaError(
      `The database ${name} was written by a newer version of Stock Horizon. Start that version, or set DATABASE_URL to another one.`,
    );
  const [encoding] = await sql<{ encoding: string }[]>`SELECT current_setting('server_encoding') AS encoding`;
  if (encoding?.encoding !== 'UTF8')
    throw new StoreError(`The database ${name} cannot hold names in every script: create one with ENCODING 'UTF8'.`);
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${migrationLock})`;
    // Another process may have migrated meanwhile.
    for (let version = await versionOf(transaction); version < schema.length; version++) {
      await transaction.unsafe(schema[version] ?? '');
      await (version === 0
        ? transaction`CREATE TABLE schema_version AS SELECT 1 AS version`
        : transaction`UPDATE schema_version SET version = ${version + 1}`);
    }
  });
}

type Queryable = Pick<Sql, 'unsafe'> & {
  <Rows extends readonly object[]>(text: TemplateStringsArray): PromiseLike<Rows>;
};

/** Queries the catalog table, since `to_regclass` may return a result cached by the connection. */
async function versionOf(sql: Queryable): Promise<number> {
  const [found] = await sql<{ isThere: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'
    ) AS "isThere"`;
  if (found?.isThere !== true) return 0;
  const [row] = await sql<{ version: number }[]>`SELECT version FROM schema_version`;
  return row?.version ?? 0;
}

/** Enough to keep the indexes small for large stocks; each lookup reads one partition. */
const partitions = 8;

const stockPartitions = Array.from(
  { length: partitions },
  (_, remainder) =>
    `CREATE TABLE stock_${remainder} PARTITION OF stock FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder});`,
).join('\n');

/**
 * Schema in PostgreSQL as migrations: number n takes a database from version n to n + 1. Released migrations are never
 * edited; each change is a new one.
 *
 * `known_product` is derived from `stock`, as in SQLite. An import that replaces a market adds a new row with a new ID
 * and writes its stock next to the old one. Changing `is_current` makes it visible to readers.
 */
export const postgresSchema: readonly string[] = [
  `
  CREATE TABLE store_state (
    id integer PRIMARY KEY CHECK (id = 1),
    generation bigint NOT NULL,
    contents text NOT NULL CHECK (contents IN ('empty', 'demo', 'real')),
    searchable boolean NOT NULL
  );
  INSERT INTO store_state VALUES (1, 0, 'empty', false);

  CREATE TABLE market (
    market_id integer PRIMARY KEY,
    company text NOT NULL,
    sales_organization text NOT NULL,
    territory_id text NOT NULL,
    product_count integer NOT NULL DEFAULT 0,
    is_current boolean NOT NULL DEFAULT true
  );
  CREATE UNIQUE INDEX current_market ON market (company, sales_organization, territory_id) WHERE is_current;

  CREATE TABLE stock (
    market_id integer NOT NULL,
    product_id integer NOT NULL,
    is_max_lead_time boolean NOT NULL,
    stock_date date NOT NULL,
    stock_quantity bigint NOT NULL,
    is_deleted boolean NOT NULL,
    last_update_date date NOT NULL,
    PRIMARY KEY (market_id, product_id, is_max_lead_time, stock_date)
  ) PARTITION BY HASH (market_id, product_id);
  ${stockPartitions}

  CREATE TABLE known_product (
    market_id integer NOT NULL,
    product_id integer NOT NULL,
    PRIMARY KEY (market_id, product_id)
  );
  CREATE INDEX known_product_by_id ON known_product (product_id);

  CREATE TABLE product (
    product_id integer PRIMARY KEY,
    name text,
    sku text,
    unit text,
    name_key text COLLATE "C",
    sku_key text COLLATE "C",
    words tsvector NOT NULL
  );
  CREATE INDEX product_by_name ON product (name_key, product_id);
  CREATE INDEX product_by_sku ON product (sku_key, product_id);
  CREATE INDEX product_by_words ON product USING gin (words) WITH (fastupdate = off);
  CREATE TABLE vocabulary (word text COLLATE "C" PRIMARY KEY);

  CREATE TABLE session (
    id_digest text PRIMARY KEY,
    person_digest text NOT NULL,
    sealed_credentials bytea NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX session_by_end ON session (expires_at);
  CREATE INDEX session_by_person ON session (person_digest);
  `,
  // Identifies the last import. Databases with different origins can have the same number of imports.
  'ALTER TABLE store_state ADD COLUMN import_id uuid NOT NULL DEFAULT gen_random_uuid()',
  // After a crash of the database all of these tables are empty, and filled again.
  indexSchema('integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY', 'UNLOGGED', ''),
  `
  CREATE TABLE document (
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('order', 'list')),
    document_id text NOT NULL,
    changed_at bigint NOT NULL,
    size bigint NOT NULL,
    sealed_entry bytea NOT NULL,
    sealed_content bytea NOT NULL,
    PRIMARY KEY (person_id, stock_digest, kind, document_id)
  );
  CREATE TABLE document_share (
    key_digest text PRIMARY KEY,
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    kind text NOT NULL,
    document_id text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX document_share_by_document ON document_share (person_id, stock_digest, kind, document_id);
  CREATE INDEX document_share_by_end ON document_share (expires_at);
  `,
  // Replaced calendars, complete from `history_from` on, Unix milliseconds.
  `
  ALTER TABLE store_state ADD COLUMN history_from bigint NOT NULL DEFAULT 0;
  UPDATE store_state SET history_from = extract(epoch FROM now()) * 1000;
  ${historySchema('')}
  `,
  `
  CREATE TABLE tracked_line (
    person_id text NOT NULL,
    stock_digest text NOT NULL,
    letter_id text NOT NULL,
    place integer NOT NULL,
    line text NOT NULL,
    progress text NOT NULL,
    revision bigint NOT NULL,
    told_at bigint NOT NULL,
    size bigint NOT NULL,
    sealed_entry text,
    sealed_content text,
    PRIMARY KEY (person_id, stock_digest, letter_id, place)
  );
  CREATE INDEX tracked_line_by_age ON tracked_line (told_at);
  `,
  // What a run finds and tells, calendars of external services, which aren't lost with their indexes, and keys.
  `${notificationSchema} ${observedSchema('')} ${runSchema('bigint', 'bytea')} ${keySchema('bigint')}`,
];
