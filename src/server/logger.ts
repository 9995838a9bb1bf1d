import type { FastifyServerOptions } from 'fastify';

import type { LogLevel } from './setting-values.ts';

/**
 * The log, in JSON on the standard output: of what goes wrong, and from level `info` on a line for every request.
 * Of a request it holds no query, where a provider of sign-in puts its codes, and what signs anyone in is blotted
 * out wherever an error might bring it along, values that a database was asked with included.
 */
export function loggerOptions(level: LogLevel | 'trace') {
  return {
    level,
    serializers: {
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        path: url.split('?', 1)[0],
        from: ip,
      }),
    },
    redact: [
      'req.headers',
      'res.headers',
      'err.payload',
      'err.cause.payload',
      'err.parameters',
      'err.args',
      'err.cause.parameters',
      'err.cause.args',
      '*.token',
      '*.accessToken',
      '*.subscriptionKey',
      '*.authorization',
      '*.cookie',
      '*.password',
    ],
  } satisfies FastifyServerOptions['logger'];
}
