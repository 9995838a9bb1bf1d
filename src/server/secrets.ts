import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError, type Config } from './config.ts';

/** What tokens, keys and stored credentials rest on: set in the environment or generated once and kept. */
export interface Secrets {
  /** Signs and verifies HS256 tokens; null where a key set verifies them. */
  jwtSecret: string | null;
  subscriptionKeys: string[];
  sessionSecret: string;
}

/**
 * The secrets of the settings; those that aren't set are generated on first use and kept in `dataDir`, each
 * in a file that its owner alone can read. Processes that start at the same time end up with the same ones.
 * @throws ConfigError where the folder can't be used, a kept secret is damaged, or several servers on one database
 * would each make their own.
 */
export async function readSecrets(config: Config): Promise<Secrets> {
  const { dataDir, databaseUrl, tokens } = config;
  if (databaseUrl !== null && config.sessionSecret === null)
    throw new ConfigError([
      'SESSION_SECRET is required with DATABASE_URL. Set the same one, at least 32 random characters, for every server on the database.',
    ]);
  const [jwtSecret, subscriptionKeys, sessionSecret] = await Promise.all([
    tokens.jwksUrl === null ? (tokens.secret ?? keptSecret(dataDir, 'jwt-secret')) : null,
    config.subscriptionKeys ?? keptSecret(dataDir, 'subscription-key').then((key) => [key]),
    config.sessionSecret ?? keptSecret(dataDir, 'session-secret'),
  ]);
  return { jwtSecret, subscriptionKeys, sessionSecret };
}

async function keptSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const secret = (await readKept(path)) ?? (await keepNew(dataDir, path));
  if (secret.length < 32)
    throw new ConfigError([
      `${path} is damaged. Delete it: the next start creates a new one, and users sign in again.`,
    ]);
  return secret;
}

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return null;
    throw new ConfigError([`DATA_DIR must be a readable folder. Can't read ${path}.`]);
  }
}

async function keepNew(dataDir: string, path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A link appears whole or, where another process was first, not at all.
    await link(draft, path).catch((error: unknown) => {
      if (!isErrorWithCode(error, 'EEXIST')) throw error;
    });
    return (await readFile(path, 'utf8')).trim();
  } catch {
    throw new ConfigError([`DATA_DIR must be a writable folder. Can't write to ${dataDir}.`]);
  } finally {
    await rm(draft, { force: true });
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
