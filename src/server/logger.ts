import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { writeSync } from 'node:fs';

import { withoutKey } from './redact-secrets.ts';
import type { LogLevel } from './setting-values.ts';

/**
 * Options of the JSON log on standard output: errors, and from level `info` one line for each request. Query strings
 * are omitted, since they may contain sign-in codes, and keys in paths are hidden. Credentials and database parameters that an error might include
 * are redacted.
 */
export function loggerOptions(level: LogLevel | 'trace') {
  return {
    level,
    stream: logStream((bytes) => writeSync(1, bytes)),
    mixin: (_line: object, _level: number, logger: object) => ({ ...(logger as RequestBound).requestBindings }),
    serializers: {
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        path: withoutKey(url.split('?', 1)[0] ?? ''),
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

interface RequestBound {
  requestBindings?: object;
}

/**
 * Logger of one request, whose lines contain its ID. Cheaper than a child logger, which would serialize the ID for
 * every request although few log anything.
 */
export function requestLogger(logger: FastifyBaseLogger, requestBindings: object): FastifyBaseLogger {
  return Object.assign(Object.create(logger) as FastifyBaseLogger, { requestBindings } satisfies RequestBound);
}

/** Bytes of log lines that wait for a full disk or a slow reader. */
const maxPendingBytes = 1_048_576;

/**
 * Writes lines in order. Lines that can't be written are kept until the next line is logged; beyond a megabyte, new
 * lines are dropped. The logger's own stream would retry indefinitely and block the process.
 * @param write writes as many bytes as possible and returns their number; throws if it can't write any
 */
export function logStream(write: (bytes: Buffer) => number): { write(line: string): void } {
  let pending = Buffer.alloc(0);
  return {
    write: (line) => {
      if (pending.length + line.length <= maxPendingBytes) pending = Buffer.concat([pending, Buffer.from(line)]);
      try {
        for (let written = 1; pending.length > 0 && written > 0; pending = pending.subarray(written))
          written = write(pending);
      } catch {
        // The failure can't be logged anywhere.
      }
    },
  };
}
