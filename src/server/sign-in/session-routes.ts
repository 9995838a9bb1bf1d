import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isIPv4, isIPv6 } from 'node:net';

import { type Session, SignIn as SignInRequest } from '#stock/contract/gateway-responses.ts';
import type { StockLookup } from '#server/lookup/stock-lookup.ts';
import type { Company } from './company-routes.ts';
import { allOf, parseJson, readBody, readQuery, requireJson } from '#server/service/read-request.ts';
import { formatSeconds, tooManyRequests } from '#server/service/service-problem.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { NoQuery, SignOut } from '#server/gateway/gateway-requests.ts';
import { isoTime } from './sessions.ts';
import type { NoCredentials, SignedIn, SignIn } from './sign-in.ts';

/** Facts about the connected service. */
export interface ServiceFacts {
  kind: Session['service']['kind'];
  baseUrl: () => string;
  version: string;
  /** IANA name of the service's time zone. */
  timeZone: string;
}

/** `/gateway/session`: describe it (GET), sign in (POST), sign out (DELETE; `?everywhere=true` for all browsers). */
export function sessionRoutes({
  signIn,
  store,
  lookup,
  facts,
  company,
  elapsed,
}: {
  signIn: SignIn;
  store: Pick<StockStore, 'state'>;
  lookup: Pick<StockLookup, 'present'>;
  facts: ServiceFacts;
  company: Company | null;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}) {
  const describe = async (
    who: SignedIn | NoCredentials | null,
    more?: Partial<NonNullable<Session['company']>>,
  ): Promise<Session> => {
    const [{ contents, generation, searchable }, { today, dataVersion }] = await Promise.all([
      store.state(),
      lookup.present(),
    ]);
    return {
      ...describeSignIn(who),
      company: company === null ? null : { refusal: null, signOutUrl: null, ...more },
      service: {
        kind: facts.kind,
        baseUrl: facts.baseUrl(),
        version: facts.version,
        today,
        timeZone: facts.timeZone,
        demo: contents === 'demo',
        isEmpty: facts.kind === 'embedded' && contents === 'empty',
        generation,
        dataVersion,
        searchable,
      },
    };
  };

  const attempts = createAttemptLimiter(elapsed);

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/session',
      handler: async (request) => {
        allOf({ query: readQuery(request.url, NoQuery) });
        const refusal = company?.refusal.read(request) ?? null;
        return describe(await signIn.current(request), { refusal });
      },
    });

    app.route({
      method: 'POST',
      url: '/session',
      bodyLimit: maxSignInBytes,
      onRequest: [requireJson, async (request) => attempts.begin(originOf(request))],
      handler: async (request, reply) => {
        const { body } = readSignIn(request, () => attempts.forgive(originOf(request)));
        const credentials = { token: body.token.trim(), subscriptionKey: body.subscriptionKey.trim() };
        const signedIn = await signIn.start(request, reply, credentials);
        attempts.forgive(originOf(request));
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

/** Unreadable requests don't count as sign-in attempts. */
function readSignIn(request: FastifyRequest, forgive: () => void) {
  try {
    const query = readQuery(request.url, NoQuery);
    return allOf({ query, body: readBody(parseJson(request.body), SignInRequest) });
  } catch (error) {
    forgive();
    throw error;
  }
}

function describeSignIn(who: SignedIn | NoCredentials | null): Omit<Session, 'company' | 'service'> {
  const identity = who !== null && who.credentials !== null ? who.identity : null;
  return {
    signedIn: identity !== null,
    by: who?.by ?? null,
    person: who?.person?.name ?? null,
    personId: who?.personId ?? null,
    isAdministrator: who?.isAdministrator ?? false,
    credentials: who?.whose ?? null,
    market: identity?.market ?? null,
    expiresAt: identity?.expiresAt == null ? null : isoTime(identity.expiresAt),
    endsAt: who === null || who.by === 'local' ? null : isoTime(who.endsAt),
    ending: who?.ending ? { what: who.ending.what, at: isoTime(who.ending.at) } : null,
  };
}

/** Maximum failed attempts of one client in `windowMilliseconds`. */
const maxFailures = 10;
/** The same of all clients behind a proxy that isn't named in `TRUST_PROXY`, since anyone can claim to be forwarded. */
const maxForwardedFailures = 100;
const windowMilliseconds = 60_000;
const maxPeers = 10_000;
/** Maximum body size in bytes: twice the longest token and subscription key. */
const maxSignInBytes = 65_536;

/** Where an attempt comes from. */
export interface AttemptOrigin {
  /** The network address, or that of a trusted proxy's client. */
  peer: string;
  /** The client that `peer` forwards, by its own word; null if it forwards none. */
  client: string | null;
}

/** Limits the sign-in attempts of each client and peer; see {@link createAttemptLimiter}. */
export interface AttemptLimiter {
  /**
   * Call before any part of an attempt is read.
   * @throws ServiceProblem `too-many-requests` if the client or its peer has failed too often
   */
  begin(origin: AttemptOrigin): void;
  /** Discounts an attempt that didn't fail. */
  forgive(origin: AttemptOrigin): void;
}

/** Returns where an attempt comes from. A proxy that isn't trusted names its client last. */
function originOf(request: FastifyRequest): AttemptOrigin {
  const peer = peerOf(request.ip);
  const forwarded = request.ip === request.socket.remoteAddress ? request.headers['x-forwarded-for'] : undefined;
  const client = [forwarded ?? ''].flat().join().split(',').at(-1)?.trim() ?? '';
  return { peer, client: client === '' ? null : peerOf(client) };
}

const clientKey = ({ peer, client }: AttemptOrigin) => `${peer} ${client}`;
const proxyKey = ({ peer }: AttemptOrigin) => `${peer} forwards`;

/**
 * Limits how fast credentials can be guessed. An attempt counts until it succeeds, so concurrent ones count too.
 * @param elapsed milliseconds on a monotonic clock
 */
export function createAttemptLimiter(elapsed: () => number): AttemptLimiter {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: maxPeers });
  const begin = (key: string, max: number) => {
    const time = elapsed();
    const known = failures.get(key);
    const window = known !== undefined && known.until > time ? known : { count: 0, until: time + windowMilliseconds };
    if (window.count >= max) {
      const wait = Math.ceil((window.until - time) / 1000);
      throw tooManyRequests(`Too many failed sign-ins from this address. Try again in ${formatSeconds(wait)}.`, wait);
    }
    window.count += 1;
    failures.set(key, window);
  };
  const forgive = (key: string) => {
    const known = failures.get(key);
    if (known !== undefined) known.count -= 1;
  };
  return {
    begin: (origin) => {
      begin(clientKey(origin), maxFailures);
      if (origin.client !== null) begin(proxyKey(origin), maxForwardedFailures);
    },
    forgive: (origin) => {
      forgive(clientKey(origin));
      if (origin.client !== null) forgive(proxyKey(origin));
    },
  };
}

/**
 * The peer that an IP address belongs to. An IPv6 peer is its 64-bit network, as one client usually has all of it. IPv4
 * addresses that a dual-stack socket reports as IPv6 (`::ffff:192.0.2.1`) are peers of their own.
 */
export function peerOf(address: string): string {
  const version4 = address.replace(/^::ffff:/i, '');
  if (isIPv4(version4) || !isIPv6(address)) return version4;
  const [head = '', tail = ''] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const rest = tail.split(':');
  return [...groups, ...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest]
    .slice(0, 4)
    .join(':');
}
