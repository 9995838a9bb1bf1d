import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip';

/** Bytes; what is shorter travels as fast as it is. */
const least = 1024;
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/;

// Calendars repeat their field names so often that the fastest settings leave a sixteenth of them.
const compress: Record<Coding, (text: string | Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text) => promisify(gzip)(text, { level: 1 }),
};

/** An `onSend` hook: packs long texts for those who take them so. Files, which come as streams, stay as they are. */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (!compressible.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding'))
    return payload;
  reply.header('Vary', 'Accept-Encoding');
  const accepted = request.headers['accept-encoding'];
  const coding = accepted === undefined ? null : negotiate<Coding>(accepted, ['br', 'gzip']);
  if (coding === null || request.method === 'HEAD' || Buffer.byteLength(payload) < least) return payload;
  reply.header('Content-Encoding', coding).removeHeader('content-length');
  return compress[coding](payload);
}
