import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Starts a command that serves on `port` over `dataFolder`. */
export function startServer(command: readonly [string, ...string[]], port: number, dataFolder: string): ChildProcess {
  const [program, ...words] = command;
  return spawn(program, words, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder },
  });
}

/** Waits until `GET /healthz` answers 200, and says after how many milliseconds. */
export async function untilHealthy(port: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const healthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return performance.now() - start;
    if (performance.now() - start > 120_000) throw new Error(`Nothing answered on port ${port} within two minutes.`);
    await wait(5);
  }
}

/** Ends the command and all that it started. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await ended;
}
