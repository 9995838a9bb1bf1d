import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What may be told of an event beside who asked: nothing that came with the request. */
interface Facts {
  /** How a person got in. */
  by?: string;
  /** The name of a person that tells nobody who it is. */
  personId?: string;
  status?: number;
  /** The address as the router holds it, without what was put in its place. */
  route?: string;
}

type SecurityEvent = 'sign-in' | 'sign-out' | 'refused';

/** Writes a security event into the log, whatever its level is, unless it is silent. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent, facts: Facts): void {
  if (request.log.level === 'silent') return;
  request.log.child({}, { level: 'info' }).info({ security: event, from: request.ip, ...facts }, `security: ${event}`);
}

/** Requests that were refused for who asked, how often, or from where. */
const refusals = new Set([401, 403, 429]);

/** Has `app` log each request that it refuses for who asks, where from or how often. */
export function logRefusals(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const { method } = request;
    if (refusals.has(status))
      logSecurityEvent(request, 'refused', { status, route: `${method} ${request.routeOptions.url ?? '(none)'}` });
    done();
  });
}
