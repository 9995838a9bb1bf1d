import type { FastifyInstance } from 'fastify';

import { SignIn as SignInRequest, type Session } from '#contract/gateway.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { allOf, readBody, readQuery } from '#server/service/read-request.ts';
import { parseJson, requireJson } from '#server/service/request-body.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { createAttemptLimiter, peerOf } from './attempt-limiter.ts';
import { NoQuery, SignOut } from './gateway-requests.ts';
import type { LetIn, SignedIn, SignIn } from './sign-in.ts';

/** What the dashboard tells of the service behind it. */
export interface ServiceFacts {
  kind: Session['service']['kind'];
  baseUrl: () => string;
  version: string;
  today: () => CalendarDate;
}

/** `/gateway/session`: who and what this is (GET), sign in (POST), sign out (DELETE, with `?everywhere=true` in every browser). */
export function sessionRoutes({
  signIn,
  store,
  facts,
  now,
}: {
  signIn: SignIn;
  store: Pick<StockStore, 'state'>;
  facts: ServiceFacts;
  now: () => Date;
}) {
  const describe = async (who: SignedIn | LetIn | null): Promise<Session> => {
    const { contents, generation, searchable } = await store.state();
    return {
      ...describeSignIn(who),
      company: null,
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

  const attempt = createAttemptLimiter(now);

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
        return describe(await attempt(peerOf(request.ip), () => signIn.start(request, reply, credentials)));
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

function describeSignIn(
  who: SignedIn | LetIn | null,
): Pick<Session, 'signedIn' | 'by' | 'person' | 'personId' | 'credentials' | 'market' | 'expiresAt' | 'endsAt'> {
  const identity = who !== null && who.credentials !== null ? who.identity : null;
  return {
    signedIn: identity !== null,
    by: who?.by ?? null,
    person: who?.person?.name ?? null,
    personId: who?.personId ?? null,
    credentials: who !== null && who.credentials !== null ? who.whose : null,
    market: identity?.market ?? null,
    expiresAt: isoTime(identity?.expiresAt ?? null),
    endsAt: isoTime(who?.endsAt ?? null),
  };
}

/** A time in Unix seconds as ISO 8601 writes it; the last one that it can, for what is further off. */
function isoTime(unixSeconds: number | null): string | null {
  return unixSeconds === null ? null : new Date(Math.min(unixSeconds * 1000, 8.64e15)).toISOString();
}
