import type { FastifyServerOptions } from 'fastify';

/**
 * A log of what goes wrong, in JSON on the standard output. A line for every request would bury it. What
 * signs anyone in is blotted out wherever an error or a request might bring it along.
 */
export const loggerOptions = {
  level: 'warn',
  redact: [
    'req.headers',
    'res.headers',
    'err.payload',
    'err.cause.payload',
    '*.token',
    '*.subscriptionKey',
    '*.authorization',
    '*.cookie',
  ],
} satisfies FastifyServerOptions['logger'];
