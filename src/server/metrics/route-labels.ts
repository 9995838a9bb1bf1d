import { operations } from '#contract/operations.ts';

export interface RouteLabels {
  /** Who is served there: programs, the dashboard's calls, or whoever loads a page or probes the server. */
  area: 'api' | 'gateway' | 'pages';
  /** One of the four operations by its name, else the address with its parameters unnamed. */
  operation: string;
}

const operationAt = new Map(
  Object.entries(operations).map(([name, { path }]) => [path.replaceAll(/\{(\w+)\}/g, ':$1'), name]),
);
const probes = new Set(['/healthz', '/metrics']);

/** @param route the address as the router holds it; undefined where it holds none that fits */
export function routeLabels(route: string | undefined): RouteLabels {
  const [, first, rest] = /^\/(api|gateway)(\/.*)$/.exec(route ?? '') ?? [];
  if (rest !== undefined)
    return { area: first === 'api' ? 'api' : 'gateway', operation: operationAt.get(rest) ?? rest };
  // Each file of the dashboard has a route of its own.
  return { area: 'pages', operation: route !== undefined && probes.has(route) ? route : 'page' };
}
