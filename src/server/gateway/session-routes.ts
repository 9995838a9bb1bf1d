import type { FastifyInstance } from 'fastify';

import { SignIn as SignInRequest, type Session } from '#contract/gateway.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { allOf, readBody, readQuery } from '#server/service/read-request.ts';
import { parseJson, requireJson } from '#server/service/request-body.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { NoQuery, SignOut } from './gateway-requests.ts';
import type { SignedIn } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

/** What the dashboard tells of the service behind it. */
export interface ServiceFacts {
  kind: Session['service']['kind'];
  baseUrl: () => string;
  version: string;
  today: () => CalendarDate;
}

/** `/gateway/session`: who and what this is (GET), sign in (POST), sign out (DELETE, with `?everywhere=true` in every browser). */
export function sessionRoutes(signIn: SignIn, store: Pick<StockStore, 'state'>, facts: ServiceFacts) {
  const describe = async (signedIn: SignedIn | null): Promise<Session> => {
    const { contents, generation, searchable } = await store.state();
    return {
      signedIn: signedIn !== null,
      by: signedIn?.by ?? null,
      market: signedIn?.identity.market ?? null,
      expiresAt: signedIn === null ? null : isoTime(signedIn.identity.expiresAt),
      service: {
        kind: facts.kind,
        baseUrl: facts.baseUrl(),
        version: facts.version,
        today: facts.today(),
        demo: contents === 'demo',
        generation,
        searchable,
      },
    };
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/session',
      handler: async (request, reply) => {
        allOf({ query: readQuery(request.url, NoQuery) });
        return describe(await signIn.current(request, reply));
      },
    });

    app.route({
      method: 'POST',
      url: '/session',
      onRequest: requireJson,
      handler: async (request, reply) => {
        const { body } = allOf({
          query: readQuery(request.url, NoQuery),
          body: readBody(parseJson(request.body), SignInRequest),
        });
        const credentials = { token: body.token.trim(), subscriptionKey: body.subscriptionKey.trim() };
        return describe(await signIn.start(request, reply, credentials));
      },
    });

    app.route({
      method: 'DELETE',
      url: '/session',
      handler: async (request, reply) => {
        const { query } = allOf({ query: readQuery(request.url, SignOut) });
        await signIn.end(request, reply, query.everywhere);
        return describe(null);
      },
    });
  };
}

/** A time in Unix seconds as ISO 8601 writes it; the last one that it can, for what is further off. */
function isoTime(unixSeconds: number): string {
  return new Date(Math.min(unixSeconds * 1000, 8.64e15)).toISOString();
}
