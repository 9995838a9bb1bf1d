import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs the server with a one-page dashboard in `folder`, as a process that prints its address. */
export function startServerProcess(folder: string, settings: Record<string, string>): ChildProcess {
  mkdirSync(join(folder, 'dist', 'client', '.vite'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'client', '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, 'dist', 'client', '.vite', 'pages.json'), '{}');
  writeFileSync(join(folder, 'dist', 'client', 'index.html'), '<head><meta name="csp-nonce" content="" /></head>');
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  const starting = `
    const { startServer } = await import('${new URL('start-server.ts', import.meta.url)}');
    const { readConfig } = await import('${new URL('config.ts', import.meta.url)}');
    await startServer(readConfig(process.env), ${JSON.stringify(folder)}, console.log);`;
  const env = { PATH: process.env.PATH, PORT: '0', SESSION_SECRET: 'a secret for this test', ...settings };
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', starting], { env });
}

/** Resolves to the address once the server is ready. */
export async function addressOfProcess(server: ChildProcess): Promise<string> {
  let said = '';
  for await (const text of server.stdout ?? []) {
    said += String(text);
    const [, address] = /Stock Horizon is at (\S+)/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`The server did not start: ${said}`);
}

/** Ends a process by SIGKILL. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
