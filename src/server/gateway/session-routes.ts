import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isIPv4, isIPv6 } from 'node:net';

import { type Session, SignIn as SignInRequest } from '#contract/gateway.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Company } from '#server/oidc/company-routes.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { NoQuery, SignOut } from './gateway-requests.ts';
import { isoTime } from './sessions.ts';
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

/** How often a peer may fail within a minute. */
const mostFailures = 10;
const windowMilliseconds = 60_000;
const mostPeers = 10_000;

/** Makes an attempt for a peer: {@link createAttemptLimiter}. */
export type Attempt = <Result>(peer: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds how fast credentials can be guessed: an attempt counts until it succeeds, so that many at once count too.
 * The attempt of a peer that failed too often rejects with ServiceProblem `too-many-requests`.
 */
export function createAttemptLimiter(now: () => Date): Attempt {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: mostPeers });
  return async (peer, run) => {
    const time = now().getTime();
    const known = failures.get(peer);
    const window = known !== undefined && known.until > time ? known : { count: 0, until: time + windowMilliseconds };
    if (window.count >= mostFailures) throw tooManyAttempts(Math.ceil((window.until - time) / 1000));
    window.count += 1;
    failures.set(peer, window);
    const result = await run();
    window.count -= 1;
    return result;
  };
}

/**
 * Whom an IP address stands for: of IPv6, everybody has a network of 64 bits of addresses, but for the IPv4 addresses
 * that a socket for both writes as IPv6 (`::ffff:192.0.2.1`).
 */
export function peerOf(address: string): string {
  const version4 = address.replace(/^::ffff:/i, '');
  if (isIPv4(version4) || !isIPv6(address)) return version4;
  const [head = '', tail = ''] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const skipped = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0;
  return [...groups, ...Array.from({ length: skipped }, () => '0'), ...tail.split(':')].slice(0, 4).join(':');
}

function tooManyAttempts(wait: number): ServiceProblem {
  return new ServiceProblem(
    'too-many-requests',
    `Too many failed sign-ins came from this address; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}
