import type { TestProject } from 'vitest/node';

import { startPostgres } from './postgres-server.ts';

/** Vitest's global setup: one PostgreSQL server for all tests, in which each test creates its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
