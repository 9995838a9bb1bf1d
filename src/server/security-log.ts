import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Facts logged with an event besides the client's address. Nothing the client sent is logged. */
interface Facts {
  /** How the user signed in. */
  by?: string;
  /** Pseudonym of the user. */
  personId?: string;
  status?: number;
  /** Method and route pattern, without parameter values. */
  route?: string;
}

type SecurityEvent = 'sign-in' | 'sign-out' | 'refused';

/** Logs a security event at any log level except `silent`. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent, facts: Facts): void {
  if (request.log.level === 'silent') return;
  request.log.child({}, { level: 'info' }).info({ security: event, from: request.ip, ...facts }, `security: ${event}`);
}

/** Status codes of requests rejected for their credentials, their origin or their rate. */
const refusals = new Set([401, 403, 429]);

/** Logs each request that `app` rejects for its credentials, its origin or its rate. */
export function logRefusals(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const { method } = request;
    if (refusals.has(status))
      logSecurityEvent(request, 'refused', { status, route: `${method} ${request.routeOptions.url ?? '(none)'}` });
    done();
  });
}
