import { openApiPath, operations } from '#contract/operations.ts';

const routes: { methods: readonly string[]; path: string }[] = [
  ...Object.values(operations),
  { methods: ['GET'], path: openApiPath },
];

// `/stock/calendar` before `/stock/{productId}`, which would take it too.
const known = routes
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map(({ methods, path }) => ({
    shape: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    allowed: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));

/** The methods that a path below the service's prefix takes, or undefined where there is nothing. */
export function allowedMethods(path: string): string[] | undefined {
  return known.find(({ shape }) => shape.test(path))?.allowed;
}
