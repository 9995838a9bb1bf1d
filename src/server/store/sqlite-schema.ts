/**
 * The schema of the stock database, as the steps that lead to it: number n takes a database from version n to
 * n + 1. A step that was released is never edited; a change is a new step.
 *
 * Dates are day numbers and quantities thousandths, so every comparison is one of integers. `known_product`
 * holds what `stock` implies, so that neither "is it known" nor a page over all products reads stock rows.
 */
export const stockSchema: readonly string[] = [
  `
  CREATE TABLE store_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    contents TEXT NOT NULL CHECK (contents IN ('empty', 'demo', 'real')),
    searchable INTEGER NOT NULL
  ) STRICT;
  INSERT INTO store_state VALUES (1, 0, 'empty', 0);

  CREATE TABLE market (
    market_id INTEGER PRIMARY KEY,
    company TEXT NOT NULL,
    sales_organization TEXT NOT NULL,
    territory_id TEXT NOT NULL,
    product_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (company, sales_organization, territory_id)
  ) STRICT;

  CREATE TABLE stock (
    market_id INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    is_max_lead_time INTEGER NOT NULL,
    stock_date INTEGER NOT NULL,
    stock_quantity INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL,
    last_update_date INTEGER NOT NULL,
    import_id INTEGER NOT NULL,
    PRIMARY KEY (market_id, product_id, is_max_lead_time, stock_date)
  ) WITHOUT ROWID, STRICT;

  CREATE TABLE known_product (
    market_id INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    PRIMARY KEY (market_id, product_id)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX known_product_by_id ON known_product (product_id);

  CREATE TABLE product (
    product_id INTEGER PRIMARY KEY,
    name TEXT,
    sku TEXT,
    unit TEXT,
    name_key TEXT,
    sku_key TEXT,
    import_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX product_by_name ON product (name_key);
  CREATE INDEX product_by_sku ON product (sku_key);

  CREATE VIRTUAL TABLE product_text USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
    tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE product_term USING fts5vocab (product_text, row);
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY) WITHOUT ROWID, STRICT;
  `,
];

/** Sessions lie in a file of their own: an import holds the stock database's one writer for seconds. */
export const sessionSchema: readonly string[] = [
  `
  CREATE TABLE session (
    id_digest TEXT PRIMARY KEY,
    sealed_credentials BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX session_by_end ON session (expires_at);
  `,
  // Whose the sessions of before are cannot be told, so nobody could end them all: people sign in once more.
  `
  DROP TABLE session;
  CREATE TABLE session (
    id_digest TEXT PRIMARY KEY,
    person_digest TEXT NOT NULL,
    sealed_credentials BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX session_by_end ON session (expires_at);
  CREATE INDEX session_by_person ON session (person_digest);
  `,
];
