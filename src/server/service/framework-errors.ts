import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { requestIdHeader } from '#contract/headers.ts';

import { problemFor, sendProblem } from './problem-reply.ts';

/** For Fastify's option `frameworkErrors`: answers what it refuses before it has found a route, as a problem. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
  void sendProblem(request, reply.header(requestIdHeader, request.id), problemFor(error, request));
}
