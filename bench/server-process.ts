import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts a server command on `port` with `dataFolder`.
 * @throws Error if the port is in use, because that server would be measured instead
 */
export async function startServer(
  [program, ...words]: readonly [string, ...string[]],
  port: number,
  dataFolder: string,
): Promise<ChildProcess> {
  if (await isHealthy(port)) throw new Error(`Another server answers on port ${port}.`);
  return spawn(program, words, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder },
  });
}

/** Waits until `GET /healthz` returns 200; returns the elapsed milliseconds. */
export async function untilHealthy(port: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    if (await isHealthy(port)) return performance.now() - start;
    if (performance.now() - start > 120_000) throw new Error(`Nothing answered on port ${port} within two minutes.`);
    await wait(5);
  }
}

/** Stops the command and its child processes. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await ended;
}

function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
