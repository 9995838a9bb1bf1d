// Measures a second start until the first response: `npm start` and the server alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startServer, stopServer, untilHealthy } from './server-process.ts';
import { figure, printComparison } from './table.ts';

const port = 8195;
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));

async function milliseconds(command: readonly [string, ...string[]]): Promise<number> {
  const server = await startServer(command, port, folder);
  const taken = await untilHealthy(port);
  await stopServer(server);
  return taken;
}

const first = await milliseconds(['npm', 'start']);
const throughNpm: number[] = [];
const alone: number[] = [];
for (let run = 0; run < 5; run += 1) {
  throughNpm.push(await milliseconds(['npm', 'start']));
  alone.push(await milliseconds([process.execPath, 'dist/server/main.js']));
}
rmSync(folder, { recursive: true });

printComparison(`A start until it answers; the first, which fills the store with demo data, took ${figure(first)} ms`, [
  ['start', 'ms', { 'npm start': throughNpm, 'the server alone': alone }],
]);
