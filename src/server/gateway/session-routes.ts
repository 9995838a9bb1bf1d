import type { FastifyInstance } from 'fastify';

import { SignIn as SignInRequest, type Session } from '#contract/gateway.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Company } from '#server/oidc/company.ts';
import { allOf, readBody, readQuery } from '#server/service/read-request.ts';
import { parseJson, requireJson } from '#server/service/request-body.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { createAttemptLimiter, peerOf } from './attempt-limiter.ts';
import { NoQuery, SignOut } from './gateway-requests.ts';
import { isoTime } from './iso-time.ts';
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
  company,
  now,
}: {
  signIn: SignIn;
  store: Pick<StockStore, 'state'>;
  facts: ServiceFacts;
  company: Company | null;
  now: () => Date;
}) {
  const describe = async (
    who: SignedIn | LetIn | null,
    more?: Partial<NonNullable<Session['company']>>,
  ): Promise<Session> => {
    const { contents, generation, searchable } = await store.state();
    return {
      ...describeSignIn(who),
      company: company === null ? null : { refusal: null, signOutUrl: null, ...more },
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
        const refusal = company?.refusal.read(request) ?? null;
        return describe(await signIn.current(request, reply), { refusal });
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
        const signedIn = await attempt(peerOf(request.ip), () => signIn.start(request, reply, credentials));
        company?.refusal.clear(reply);
        return describe(signedIn);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/session',
      handler: async (request, reply) => {
        const { query } = allOf({ query: readQuery(request.url, SignOut) });
        const by = await signIn.end(request, reply, query.everywhere);
        const signOutUrl =
          by === 'company' ? await company?.signIn.signOutUrl(new URL(company.addressFor(request))) : null;
        return describe(null, { signOutUrl: signOutUrl ?? null });
      },
    });
  };
}

function describeSignIn(who: SignedIn | LetIn | null): Omit<Session, 'company' | 'service'> {
  const identity = who !== null && who.credentials !== null ? who.identity : null;
  return {
    signedIn: identity !== null,
    by: who?.by ?? null,
    person: who?.person?.name ?? null,
    personId: who?.personId ?? null,
    credentials: who?.whose ?? null,
    market: identity?.market ?? null,
    expiresAt: identity?.expiresAt == null ? null : isoTime(identity.expiresAt),
    endsAt: who === null ? null : isoTime(who.endsAt),
    ending: who?.ending ? { what: who.ending.what, at: isoTime(who.ending.at) } : null,
  };
}
