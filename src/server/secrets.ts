import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ConfigError, type Config } from './config.ts';

/** Secrets for tokens, subscription keys and stored credentials: from the environment, or generated once and saved. */
export interface Secrets {
  /** Signs and verifies HS256 tokens; null if a key set verifies tokens. */
  jwtSecret: string | null;
  subscriptionKeys: string[];
  sessionSecret: string;
}

/**
 * Reads the configured secrets. Missing ones are generated on first use and saved in `dataDir`, each in a file that
 * only its owner can read. Processes that start concurrently get the same secrets.
 * @throws ConfigError if the folder can't be used, a saved secret is damaged or readable by others, or several servers on
 * one database would each generate their own
 */
export async function readSecrets(config: Config): Promise<Secrets> {
  const { dataDir, databaseUrl, tokens } = config;
  if (databaseUrl !== null && config.sessionSecret === null)
    throw new ConfigError([
      'SESSION_SECRET is required with DATABASE_URL. Set the same one, at least 32 random characters, for every server on the database.',
    ]);
  const [jwtSecret, subscriptionKeys, sessionSecret] = await Promise.all([
    tokens.jwksUrl === null ? (tokens.secret ?? storedSecret(dataDir, 'jwt-secret')) : null,
    config.subscriptionKeys ?? storedSecret(dataDir, 'subscription-key').then((key) => [key]),
    config.sessionSecret ?? storedSecret(dataDir, 'session-secret'),
  ]);
  return { jwtSecret, subscriptionKeys, sessionSecret };
}

async function storedSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const secret = (await readStored(path)) ?? (await createSecret(dataDir, path));
  if (secret.length < 32)
    throw new ConfigError([
      `${path} is damaged. Delete it: the next start creates a new one, and users sign in again.`,
    ]);
  return secret;
}

/** Permissions of a file for anyone but its owner. */
const othersMode = 0o077;

async function readStored(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path);
    // On Windows the mode says nothing about other users.
    if (process.platform !== 'win32' && (mode & othersMode) !== 0)
      throw new ConfigError([`Other users of this machine can read ${path}. Run: chmod 600 ${path}`]);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (isErrorWithCode(error, 'ENOENT')) return null;
    throw new ConfigError([`DATA_DIR must be a readable folder. Can't read ${path}.`]);
  }
}

async function createSecret(dataDir: string, path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A hard link is created atomically, or fails if another process was first.
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
