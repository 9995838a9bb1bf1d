import type { TestProject } from 'vitest/node';

import { startPostgres } from './postgres-server.ts';

/** Vitest's global set-up: one PostgreSQL for all tests, in which each makes a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
