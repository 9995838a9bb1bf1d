// How long a second start takes until it answers: `npm start`, beside the server alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { median } from './median.ts';
import { startServer, stopServer, untilHealthy } from './server-process.ts';

const port = 8195;
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));

async function milliseconds(command: readonly [string, ...string[]]): Promise<number> {
  const server = startServer(command, port, folder);
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

const ratio = median(throughNpm) / median(alone);
console.log(`first start, filling the store with demo data: ${first.toFixed(0)} ms`);
console.log(`second npm start: ${median(throughNpm).toFixed(0)} ms (median of 5)`);
console.log(
  `the server alone: ${median(alone).toFixed(0)} ms (median of 5); npm start takes ${ratio.toFixed(1)} times that`,
);
