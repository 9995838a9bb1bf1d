// Installs and builds what a command requires. Uses only Node's built-in modules, because a fresh clone has no others.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const buildStamp = join(root, 'dist', 'built');

/** Runs `npm ci` in a folder of the project when its `node_modules` is missing or older than its lock file. */
export function ensureInstalled(folder = '.') {
  const installed = modifiedAt(join(root, folder, 'node_modules', '.package-lock.json'));
  if (installed >= modifiedAt(join(root, folder, 'package-lock.json'))) return;
  console.error('Installing packages...');
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Builds the dashboard and the server if their sources are newer than the last build. */
export function ensureBuilt() {
  const sources = ['src', 'public', 'index.html', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts'];
  const newest = Math.max(...sources.map((source) => newestUnder(join(root, source))));
  if (modifiedAt(buildStamp) > newest) return;
  console.error('Building...');
  rmSync(buildStamp, { force: true });
  run(binary('vite'), ['build', '--logLevel=warn']);
  run(binary('vite'), ['build', '--config', 'vite.server.config.ts', '--logLevel=warn']);
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, '');
}

/**
 * Returns the path of a Chromium for the browser tests: `CHROME_PATH`, or the best one installed. If there is none, or
 * if root has only a windowed one, installs another: Debian's headless shell, which runs tests about twice as fast, or
 * Playwright's own.
 */
export async function ensureChromium() {
  const found = await findChromium();
  const isOurs = process.getuid?.() === 0;
  if (found && (found === process.env.CHROME_PATH || isWindowless(found) || !isOurs)) return found;
  console.error('Installing a Chromium for the browser tests...');
  for (const install of [
    () => installPackage('chromium-headless-shell'),
    () => found || playwrightInstalls('chromium'),
    () => found || installPackage('chromium'),
  ]) {
    install();
    const installed = await findChromium();
    if (installed && installed !== found) return installed;
  }
  if (found) return found;
  throw new Error('No Chromium was found or could be installed. Install one, or set CHROME_PATH to the path of one.');
}

function playwrightInstalls(browser) {
  spawnSync(binary('playwright'), ['install', browser], { cwd: root, stdio: 'ignore', timeout: 300_000 });
}

function isWindowless(path) {
  return path.includes('headless');
}

/** Programs that the browser tests use to read saved and copied content, and their Debian packages. */
const readers = {
  soffice: 'libreoffice-calc',
  pdftotext: 'poppler-utils',
  'rsvg-convert': 'librsvg2-bin',
  // A virtual screen on which LibreOffice and a windowed Chromium share a clipboard.
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  chromium: 'chromium',
};

/**
 * Installs missing programs for reading saved files, if this user can install Debian packages. Returns whether all are
 * available; tests that need a missing one are skipped.
 */
export function ensureReaders() {
  const wanted = missingReaders();
  if (wanted.length === 0) return true;
  console.error(`Installing programs for the browser tests of saved files (${wanted.join(', ')})...`);
  // Not every distribution has the browser's package, so a failure must not affect the other packages.
  for (const isBrowser of [false, true]) {
    const programs = wanted.filter((program) => (program === 'chromium') === isBrowser);
    const names = programs.map((program) => readers[program]);
    if (names.length > 0) installPackage(names, '--no-install-recommends');
  }
  const still = missingReaders();
  if (still.length > 0) console.error(`Not on this machine: ${still.join(', ')}. Tests of saved files are skipped.`);
  return still.length === 0;
}

function missingReaders() {
  return Object.keys(readers).filter((program) => !isOnPath(program));
}

const stepLimit = 240_000;

/**
 * Installs Debian packages as root or with passwordless sudo, with a time limit. Does nothing if neither is possible;
 * callers check whether the programs are available.
 */
export function installPackage(names, ...options) {
  const aptGet = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const reach = (words, stderr) => {
    const [program, ...rest] = [...aptGet, ...words];
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', stderr], env: environment, timeout: stepLimit });
  };
  if (reach(['--version'], 'ignore').status !== 0) return;
  const install = ['install', '-y', '-qq', ...options];
  // Download in a separate step: it can be aborted safely if it hangs, unpacking can't.
  for (const words of [
    ['update', '-qq'],
    [...install, '--download-only', ...[names].flat()],
    [...install, ...[names].flat()],
  ]) {
    if (reach(words, 'inherit').error) return;
  }
}

/** Runs a program in the project's folder with inherited output; exits this process if it fails. */
export function run(program, words, environment = {}) {
  const { status, error } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: windows,
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the path of a program in `node_modules/.bin` of the project or of one of its folders. */
export function binary(name, folder = '.') {
  return join(root, folder, 'node_modules', '.bin', windows ? `${name}.cmd` : name);
}

async function findChromium() {
  const { chromium } = await import('playwright-core');
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = names.flatMap(placesOnPath);
  const own = chromium.executablePath();
  const paths = [process.env.CHROME_PATH, ...onPath.filter(isWindowless), own, ...onPath];
  return paths.find((path) => path && existsSync(path));
}

function isOnPath(program) {
  return placesOnPath(program).some((path) => existsSync(path));
}

function placesOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Includes folders, whose modification time changes when a file is removed. */
function newestUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))));
}
