/** Enough to keep indexes small on large stocks; every lookup touches one. */
const partitions = 8;

const stockPartitions = Array.from(
  { length: partitions },
  (_, remainder) =>
    `CREATE TABLE stock_${remainder} PARTITION OF stock FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder});`,
).join('\n');

/**
 * The schema in PostgreSQL, as the steps that lead to it: number n takes a database from version n to n + 1. A
 * step that was released is never edited; a change is a new step.
 *
 * `known_product` holds what `stock` implies, as in SQLite. A market that an import replaces is a new row with an
 * id of its own, so new stock is written beside the old, and turning `is_current` is what readers see.
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
];
