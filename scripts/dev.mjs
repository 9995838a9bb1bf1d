// `npm run dev`: restarts the server and reloads the page when their sources change.
import { spawn } from 'node:child_process';

import { binary, ensureBuilt, root } from './prepare.mjs';

// The server also serves the built page; use Vite's for development.
ensureBuilt();
const children = [
  spawn(binary('tsx'), ['watch', '--clear-screen=false', 'src/server/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(binary('vite'), ['--clearScreen=false'], { cwd: root, stdio: 'inherit' }),
];
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 0;
  });
}
