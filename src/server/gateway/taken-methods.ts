import type { FastifyInstance } from 'fastify';

/**
 * Takes down the addresses that are given to `app` from here on.
 * @returns which methods a path takes, in the order of the alphabet; none where there is nothing
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const shapes = new Map<string, RegExp>();
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    shapes.set(url, new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`));
    const taken = methods.get(url) ?? new Set();
    methods.set(url, taken);
    for (const name of [method].flat()) taken.add(name);
  });
  return (path) => {
    const fitting = [...shapes].filter(([, shape]) => shape.test(path)).map(([url]) => url);
    // An address that stands by itself is not the one with a parameter that it would fit too.
    const url = fitting.find((each) => each === path) ?? fitting[0] ?? '';
    return [...(methods.get(url) ?? [])].toSorted();
  };
}
