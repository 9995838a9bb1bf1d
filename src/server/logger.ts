import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { writeSync } from 'node:fs';

import type { LogLevel } from './setting-values.ts';

/**
 * The log, in JSON on the standard output: of what goes wrong, and from level `info` on a line for every request.
 * Of a request it holds no query, where a provider of sign-in puts its codes, and what signs anyone in is blotted
 * out wherever an error might bring it along, values that a database was asked with included.
 */
export function loggerOptions(level: LogLevel | 'trace') {
  return {
    level,
    stream: logStream((bytes) => writeSync(1, bytes)),
    mixin: (_line: object, _level: number, logger: object) => ({ ...(logger as RequestBound).requestBindings }),
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

interface RequestBound {
  requestBindings?: object;
}

/**
 * The log of one request, whose lines name it. A child of the logger would have that written out for every request, and
 * nearly none has a line.
 */
export function requestLogger(logger: FastifyBaseLogger, requestBindings: object): FastifyBaseLogger {
  return Object.assign(Object.create(logger) as FastifyBaseLogger, { requestBindings } satisfies RequestBound);
}

/** Bytes of lines that wait for a disk that is full, or for a reader that is slow. */
const mostWaiting = 1_048_576;

/**
 * Writes lines in order. Lines that can't be written are kept until the next line is logged; once a megabyte of them
 * is waiting, new lines are lost. The logger's own stream would retry for ever and block the process.
 * @param write writes as many bytes as it can and returns how many; throws where it can write none
 */
export function logStream(write: (bytes: Buffer) => number): { write(line: string): void } {
  let waiting = Buffer.alloc(0);
  return {
    write: (line) => {
      if (waiting.length + line.length <= mostWaiting) waiting = Buffer.concat([waiting, Buffer.from(line)]);
      try {
        for (let written = 1; waiting.length > 0 && written > 0; waiting = waiting.subarray(written))
          written = write(waiting);
      } catch {
        // There is nowhere to say so.
      }
    },
  };
}
