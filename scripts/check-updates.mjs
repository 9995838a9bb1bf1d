// `npm run updates`: whether the dependencies are within the time frames of docs/security.md, *Updates*.
import { execFileSync } from 'node:child_process';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

import { root } from './prepare.mjs';

/** Days within which all dependencies are updated. */
const maxAge = 90;

/**
 * Returns what is due, a sentence each.
 * @param {number | null} age days since the lock file last changed; null if unknown
 * @param {{ vulnerabilities?: Record<string, { name: string, severity: string }> } | null} audit the report of
 *   `npm audit --omit dev --json`; null if the registry didn't give one
 */
export function dueUpdates(age, audit) {
  const known = Object.values(audit?.vulnerabilities ?? {});
  return [
    ...(age !== null && age > maxAge
      ? [`The dependencies were last updated ${age} days ago; ${maxAge} are allowed. Update them.`]
      : []),
    ...known
      .filter(({ severity }) => severity === 'critical' || severity === 'high')
      .map(({ name, severity }) => `${name} has a known vulnerability (${severity}). Remove it within 7 days.`),
  ];
}

/** @param {{ vulnerabilities?: Record<string, { name: string, severity: string }> } | null} audit see {@link dueUpdates} */
export function notes(audit) {
  if (audit?.vulnerabilities === undefined)
    return ["The registry gave no report, so known vulnerabilities weren't checked."];
  return Object.values(audit.vulnerabilities)
    .filter(({ severity }) => severity === 'moderate' || severity === 'low')
    .map(({ name, severity }) => `${name} has a known vulnerability (${severity}). Remove it within 30 days.`);
}

function daysSinceUpdate() {
  try {
    const changed = Number(run('git', ['log', '-1', '--format=%ct', '--', 'package-lock.json']));
    return changed === 0 ? null : Math.floor((Date.now() / 1000 - changed) / 86_400);
  } catch {
    return null;
  }
}

function audit() {
  try {
    return JSON.parse(run('npm', ['audit', '--omit', 'dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']));
  } catch (error) {
    // npm exits with 1 if it found something.
    try {
      return JSON.parse(error.stdout);
    } catch {
      return null;
    }
  }
}

function run(program, words) {
  return execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const report = audit();
  const due = dueUpdates(daysSinceUpdate(), report);
  for (const sentence of [...notes(report), ...due]) console.log(sentence);
  if (due.length === 0) console.log('Nothing is overdue.');
  process.exitCode = due.length > 0 ? 1 : 0;
}
