import type { FastifyInstance, FastifyRequest } from 'fastify';

import { requestError } from '#contract/requests.ts';

import { badRequest } from './read-request.ts';
import { ServiceProblem } from './service-problem.ts';

/** Only bytes arrive at the operations, up to `limit` of them; each knows what to make of them, if anything. */
export function takeBodiesAsBytes(service: FastifyInstance, limit: number): void {
  service.removeAllContentTypeParsers();
  service.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limit },
    async (_request: unknown, body: Buffer) => body,
  );
  // Fastify refuses a malformed content type before any parser, also where the body is to be ignored.
  service.addHook('preParsing', async (request) => {
    delete request.headers['content-type'];
  });
}

/**
 * Holds a request to a body of JSON without encoding, before it is read.
 * @throws ServiceProblem `unsupported-media-type`
 */
export async function requireJson(request: FastifyRequest): Promise<void> {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (!/^application\/json[\t ]*(?:;[\t ]*charset="?utf-8"?[\t ]*)?$/i.test(type ?? ''))
    throw new ServiceProblem('unsupported-media-type', 'The Content-Type header must be application/json, in UTF-8.');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new ServiceProblem('unsupported-media-type', 'The body must be sent without a Content-Encoding.');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON value of a body.
 * @throws ServiceProblem `bad-request` where it is none.
 */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body instanceof Uint8Array ? body : undefined));
  } catch {
    throw badRequest([requestError('body', 'must be valid JSON in UTF-8')]);
  }
}
