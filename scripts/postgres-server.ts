import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import postgres from 'postgres';

import { installPackage } from './prepare.mjs';

export interface PostgresServer {
  /** URL with the superuser's name and password. */
  url: string;
  /** Stops the server immediately and keeps its data. */
  halt: () => Promise<void>;
  /** Starts the server again at the same address. */
  resume: () => Promise<void>;
  /** Starts a hot standby with streaming replication in its own folder. */
  startStandby: () => Promise<PostgresServer>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
}

/** Listens on loopback only; durability is off for speed. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '4GB',
};

/**
 * Starts PostgreSQL on a free port in its own folder, from the installed programs or Debian's package. PostgreSQL
 * refuses to run as root, so another user runs it then.
 * @param changes settings that override the defaults
 */
export async function startPostgres(changes: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const programs = findPrograms() ?? installPrograms();
  const owner = process.getuid?.() === 0 ? ordinaryUser() : null;
  const password = randomBytes(12).toString('hex');
  const options = Object.entries({ ...settings, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  function make(program: string, folder: string, words: readonly string[]): void {
    const made = spawnSync(join(programs, program), words, { ...owner, cwd: folder });
    if (made.status !== 0) throw new Error(`${program} made no database: ${String(made.stderr)}`);
  }

  /** @param fill creates the database cluster `data` in `folder` */
  async function serve(fill: (data: string, folder: string) => void): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'stock-postgres-'));
    if (owner !== null) chownSync(folder, owner.uid, owner.gid);
    const data = join(folder, 'data');
    fill(data, folder);
    const port = await freePort();
    const url = `postgres://stock:${password}@127.0.0.1:${port}/postgres`;
    let server: ChildProcess;
    const killed = () => server.kill('SIGKILL');
    const resume = async () => {
      server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
        ...owner,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      server.stderr?.on('data', (text) => (said = (said + String(text)).slice(-2000)));
      await untilReady(url, server).catch(() => {
        throw new Error(`PostgreSQL did not start: ${said}`);
      });
    };
    const halt = () => stopped(server);
    const stop = async () => {
      process.off('exit', killed);
      await halt();
      rmSync(folder, { recursive: true, force: true });
    };
    const startStandby = () =>
      serve((copy, place) => make('pg_basebackup', place, ['-d', url, '-D', copy, '-R', '-c', 'fast', '--no-sync']));
    process.once('exit', killed);
    await resume().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url, halt, resume, startStandby, stop };
  }

  return serve((data, folder) => {
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password);
    const words = ['-D', data, '-U', 'stock', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
    make('initdb', folder, [...words, '--locale=C', '--no-sync']);
  });
}

/** Folder of the server's programs, which Debian doesn't add to the PATH. */
function findPrograms(): string | undefined {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout ?? '';
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    configured.trim(),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find(
    (folder) => folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

function installPrograms(): string {
  console.error('Installing PostgreSQL for the tests...');
  installPackage('postgresql');
  const installed = findPrograms();
  if (installed === undefined)
    throw new Error(
      'No PostgreSQL was found or could be installed. The tests need its programs: install PostgreSQL 15 or newer (Debian: postgresql), or put initdb and postgres on the PATH.',
    );
  return installed;
}

function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((wanted) => users.find(([name]) => name === wanted)).find(Boolean);
  if (found === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    const sql = postgres(url, { max: 1, connect_timeout: 2 });
    try {
      await sql`SELECT 1`;
      return;
    } catch (error) {
      if (tries === 300 || server.exitCode !== null) throw error;
      await wait(100);
    } finally {
      await sql.end({ timeout: 0 });
    }
  }
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}
