import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isUnauthorized, ServiceProblem, unauthorized } from '#server/service/service-problem.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';

import type { Credentials, Identity, SharedCredentials, StockBackend } from '#server/gateway/stock-backend.ts';
import type { LocalRequest } from '#server/request-guard.ts';
import { logSecurityEvent } from '#server/security-log.ts';
import type { CompanyPerson, SessionContent, Sessions } from './sessions.ts';
import type { SessionCookies } from './session-cookies.ts';
import { tryCredentials } from './try-credentials.ts';

const uncheckedMessage =
  'The stock service responds without credentials, too: anyone can sign in, as anyone. Check STOCK_UPSTREAM_URL, or have the service verify credentials.';

/** A user: of a session, or the local one, with the shared credentials. */
type User = SessionContent | { by: 'local' };

/** A signed-in user with credentials for the stock service. */
export interface SignedIn {
  by: User['by'];
  /** The company's user; null without company sign-in. */
  person: CompanyPerson | null;
  /** Pseudonymous ID of the user, the same at each sign-in. */
  personId: string;
  /** Whether the user may import files: the local user, and those whom the company names. */
  isAdministrator: boolean;
  credentials: Credentials;
  /** Whether the credentials are the user's own or the server's. */
  whose: 'own' | 'shared';
  identity: Identity;
  /** When the user has to sign in again, Unix seconds. */
  endsAt: number;
  /** When the session ends, Unix seconds; may be after the user's own credentials expire. */
  sessionEndsAt: number;
  /** What expires first; null if the server renews everything automatically. */
  ending: Ending | null;
}

/** A user authenticated by the company or as the local user, but without valid credentials for the stock service. */
export interface NoCredentials extends Pick<
  SignedIn,
  'person' | 'personId' | 'isAdministrator' | 'endsAt' | 'sessionEndsAt' | 'ending'
> {
  by: 'company' | 'local';
  credentials: null;
  /** `shared` if the server's shared credentials have expired. */
  whose: 'shared' | null;
}

interface SignInParts {
  sessions: Sessions;
  cookies: SessionCookies;
  backend: Pick<StockBackend, 'kind' | 'identify' | 'probe'>;
  /** Shared credentials; null if each user needs their own. */
  shared: SharedCredentials | null;
  /** The company's provider as configured; null if company sign-in is not. */
  provider: string | null;
  /** Whether a request is certain to come from a user at this machine. */
  isLocal: (request: LocalRequest) => boolean;
  /** Deletes the credentials that a user lets the server keep for checks. */
  forgetCredentials: (personId: string) => Promise<void>;
  /** Called when the company has signed a user in. */
  companySignedIn: (personId: string, person: CompanyPerson) => Promise<void>;
  now: () => Date;
}

/** What the local user may do is determined again at each request. Company sessions last a working day. */
const localSeconds = 12 * 3600;
const companySeconds = 12 * 3600;
/** Users sign in again after this time, even if their token lasts longer. */
const maxSeconds = 30 * 24 * 3600;

/** Determines the current user. The only place that reads and writes the session cookie. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * The current user, or null. The local user is signed in automatically and has no session: clients without cookies
   * would otherwise create one with each request.
   */
  async current(request: FastifyRequest): Promise<SignedIn | NoCredentials | null> {
    return (await this.#bySession(request)) ?? (this.#isLocal(request) ? this.#asLocal() : null);
  }

  /**
   * The signed-in user.
   * @throws ServiceProblem `unauthorized` if no user is signed in.
   */
  async required(request: FastifyRequest): Promise<SignedIn> {
    const known = await this.current(request);
    if (known !== null && known.credentials !== null) return known;
    throw unauthorized(this.#signInMessage(request, known));
  }

  /**
   * Credentials for a user who isn't here: the shared ones, or the user's own while a session with them lives.
   * @param whose which of the two the user had
   * @param isFor whether credentials are for the right market
   * @returns null if there are none that are valid
   */
  async forPerson(
    personId: string,
    whose: SignedIn['whose'],
    isFor: (person: Pick<SignedIn, 'identity' | 'whose' | 'personId'>) => boolean,
  ): Promise<Pick<SignedIn, 'credentials' | 'identity'> | null> {
    const { shared, backend } = this.#parts;
    const candidates = whose === 'shared' ? [(await shared?.()) ?? null] : await this.livingCredentials(personId);
    for (const credentials of candidates) {
      if (credentials === null) continue;
      try {
        const identity = await backend.identify(credentials);
        if (isFor({ identity, whose, personId })) return { credentials, identity };
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
      }
    }
    return null;
  }

  /**
   * Signs a user in with credentials that the service accepts. The session gets a new ID and replaces the browser's
   * previous one. A company user keeps their identity.
   * @throws ServiceProblem `unauthorized` or `rejected-credentials` if the service rejects them, `unavailable` if it
   *   can't be determined.
   */
  async start(request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<SignedIn> {
    const before = await this.#bySession(request);
    const content: SessionContent =
      before?.by === 'company' && before.person !== null
        ? { by: 'company', person: before.person, credentials }
        : { by: 'credentials', credentials };
    const latest = before?.by === 'company' ? before.sessionEndsAt : this.#unixSeconds() + maxSeconds;
    const { backend } = this.#parts;
    await backend.identify(credentials);
    // The embedded service has checked them by that.
    const isChecked = backend.kind === 'embedded' || (await tryCredentials(backend, credentials, request.id)).isChecked;
    if (!isChecked) request.log.warn(uncheckedMessage);
    const signedIn = await this.#identify(content, credentials, 'own', latest);
    await this.#write(request, reply, content, signedIn);
    const idBefore = this.#parts.cookies.readId(request);
    if (idBefore !== null) await this.#parts.sessions.end(idBefore);
    return signedIn;
  }

  /**
   * Signs in a company user with a new session ID.
   * @param before ID of the browser's previous session, as cross-site requests don't carry its cookie
   */
  async startForCompany(
    request: FastifyRequest,
    reply: FastifyReply,
    person: CompanyPerson,
    before: string | null,
  ): Promise<void> {
    const sessionEndsAt = this.#unixSeconds() + companySeconds;
    const content: SessionContent = { by: 'company', person, credentials: null };
    await this.#write(request, reply, content, { sessionEndsAt, identity: null });
    if (before !== null) await this.#parts.sessions.end(before);
    this.#parts.cookies.forgetSignedOut(reply);
    const personId = this.#parts.sessions.personId(userKeyOf(content, null));
    await this.#parts.companySignedIn(personId, person);
  }

  /** The user's own credentials in living sessions, for checks that nobody waits for. */
  livingCredentials(personId: string): Promise<Credentials[]> {
    const { sessions, provider } = this.#parts;
    return sessions.credentialsOf(
      personId,
      (content) => content.by !== 'company' || content.person.provider === provider,
    );
  }

  /** The session ID that the browser sent, or null. */
  sessionIdOf(request: FastifyRequest): string | null {
    return this.#parts.cookies.readId(request);
  }

  /**
   * Signs out. The local user stays signed out until they sign in or close the browser.
   * @param everywhere whether to end the user's sessions in all browsers
   * @returns how the user had signed in; null if nobody was signed in
   */
  async end(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<User['by'] | null> {
    const id = this.#parts.cookies.readId(request);
    const found = id === null ? null : await this.#parts.sessions.find(id);
    const by = found?.content.by ?? (this.#isLocal(request) ? 'local' : null);
    if (id !== null && everywhere) await this.#endAll(id);
    else if (id !== null) await this.#parts.sessions.end(id);
    this.#parts.cookies.noteSignedOut(reply);
    // Not "storage": users are asked whether to keep their drafts.
    reply.header('Clear-Site-Data', '"cache"');
    logSecurityEvent(request, 'sign-out', by === null ? {} : { by });
    return found === null || this.#isValid(found.content) ? by : null;
  }

  async #endAll(id: string): Promise<void> {
    const personId = await this.#parts.sessions.endAll(id);
    if (personId !== null) await this.#parts.forgetCredentials(personId);
  }

  #isLocal(request: FastifyRequest): boolean {
    return !this.#parts.cookies.hasSignedOut(request) && this.#parts.isLocal(request);
  }

  async #bySession(request: FastifyRequest): Promise<SignedIn | NoCredentials | null> {
    const id = this.#parts.cookies.readId(request);
    const found = id === null ? null : await this.#parts.sessions.find(id);
    return found !== null && this.#isValid(found.content) ? this.#resolve(found.content, found.endsAt) : null;
  }

  /** A company session is valid only while its provider is configured. */
  #isValid(content: SessionContent): boolean {
    return content.by !== 'company' || content.person.provider === this.#parts.provider;
  }

  /** The current rights of a session: its credentials may have expired, or shared ones may have been removed. */
  async #resolve(content: User, endsAt: number): Promise<SignedIn | NoCredentials | null> {
    const own = content.by === 'local' ? null : content.credentials;
    const credentials = own ?? (await this.#parts.shared?.()) ?? null;
    try {
      if (credentials !== null)
        return await this.#identify(content, credentials, own === null ? 'shared' : 'own', endsAt);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    const whose = own === null && credentials !== null ? 'shared' : null;
    return content.by === 'company' || (content.by === 'local' && whose === 'shared')
      ? this.#withoutCredentials(content, whose, endsAt)
      : null;
  }

  #withoutCredentials(
    content: Exclude<User, { by: 'credentials' }>,
    whose: NoCredentials['whose'],
    endsAt: number,
  ): NoCredentials {
    const { by } = content;
    const person = content.by === 'company' ? content.person : null;
    const personId = this.#parts.sessions.personId(userKeyOf(content, null));
    const ending = endingOf({ by, sessionEnd: endsAt, tokenEnd: null, whose: 'shared' });
    const isAdministrator = isAdministratorOf(content);
    return { by, person, personId, isAdministrator, credentials: null, whose, endsAt, sessionEndsAt: endsAt, ending };
  }

  async #identify(
    content: User,
    credentials: Credentials,
    whose: SignedIn['whose'],
    latest: number,
  ): Promise<SignedIn> {
    const identity = await this.#parts.backend.identify(credentials);
    const endsAt = whose === 'own' ? Math.min(latest, Math.floor(identity.expiresAt ?? latest)) : latest;
    const person = content.by === 'company' ? content.person : null;
    const personId = this.#parts.sessions.personId(userKeyOf(content, identity));
    // Company users stay signed in when their credentials expire, and can enter new ones.
    const sessionEndsAt = content.by === 'company' ? latest : endsAt;
    // The server renews its own tokens in time.
    const tokenEnd = whose === 'shared' && this.#parts.backend.kind === 'embedded' ? null : identity.expiresAt;
    const ending = endingOf({ by: content.by, sessionEnd: latest, tokenEnd, whose });
    const isAdministrator = isAdministratorOf(content);
    const { by } = content;
    return { by, person, personId, isAdministrator, credentials, whose, identity, endsAt, sessionEndsAt, ending };
  }

  #asLocal(): Promise<SignedIn | NoCredentials | null> {
    return this.#resolve({ by: 'local' }, this.#unixSeconds() + localSeconds);
  }

  async #write(
    request: FastifyRequest,
    reply: FastifyReply,
    content: SessionContent,
    { identity, sessionEndsAt }: { identity: Identity | null; sessionEndsAt: number },
  ): Promise<void> {
    const person = userKeyOf(content, identity);
    const { id, seconds } = await this.#parts.sessions.start(content, person, sessionEndsAt);
    this.#parts.cookies.writeId(request, reply, id, seconds);
    logSecurityEvent(request, 'sign-in', { by: content.by, personId: this.#parts.sessions.personId(person) });
  }

  #signInMessage(request: FastifyRequest, known: NoCredentials | SignedIn | null): string {
    if (known?.whose === 'shared')
      return 'The shared access token has expired. Ask your administrator to renew it, or sign in with your own.';
    if (known !== null)
      return 'You are signed in with your company account. The stock service also needs your access token and subscription key.';
    if (this.#parts.cookies.readId(request) === null) return 'Sign in first.';
    return 'Your session has ended. Sign in again.';
  }

  #unixSeconds(): number {
    return Math.floor(this.#parts.now().getTime() / 1000);
  }
}

function isAdministratorOf(content: User): boolean {
  return content.by === 'local' || (content.by === 'company' && content.person.isAdministrator === true);
}

/** The same text for all sessions of one user: the token's subject or, without one, the subscription key. */
function userKeyOf(content: User, identity: Identity | null): string {
  if (content.by === 'local') return JSON.stringify(['local']);
  if (content.by === 'company') return JSON.stringify(['company', content.person.issuer, content.person.subject]);
  const subject = identity?.subject ?? null;
  return JSON.stringify(subject === null ? ['key', content.credentials.subscriptionKey] : ['subject', subject]);
}

/** What expires first: the sign-in or the access token. */
export interface Ending {
  what: 'sign-in' | 'own-token' | 'shared-token';
  at: number;
}

interface EndTimes {
  by: User['by'];
  /** When the session ends, Unix seconds. */
  sessionEnd: number;
  /** When the access token expires, Unix seconds; null if unknown or if this server renews it. */
  tokenEnd: number | null;
  whose: 'own' | 'shared';
}

/**
 * What expires first. If the token and the session end together, the token is the cause. Null if the server renews
 * everything automatically, including the local user's session.
 */
export function endingOf({ by, sessionEnd, tokenEnd, whose }: EndTimes): Ending | null {
  if (tokenEnd !== null && (by === 'local' || tokenEnd <= sessionEnd)) return { what: `${whose}-token`, at: tokenEnd };
  return by === 'local' ? null : { what: 'sign-in', at: sessionEnd };
}

const decorator = 'signedIn';

/** Restricts the routes that `app` registers next to signed-in users. Others get a 401 before their body is read. */
export function requireSignIn(app: FastifyInstance, signIn: SignIn): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', async (request) => {
    request.setDecorator<SignedIn>(decorator, await signIn.required(request));
  });
}

/** The signed-in user, on routes behind {@link requireSignIn}. */
export function signedInOf(request: FastifyRequest): SignedIn {
  return request.getDecorator<SignedIn>(decorator);
}

/**
 * Returns a hook that refuses the users of a company who are no administrators, on routes behind {@link requireSignIn}.
 * @param what only administrators can do
 */
export function administratorsOnly(what: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const { by, isAdministrator } = signedInOf(request);
    if (by === 'company' && !isAdministrator) throw new ServiceProblem('forbidden', `Only administrators can ${what}.`);
  };
}

/** Who requests stock, on routes behind {@link requireSignIn}. `Cache-Control: no-cache` bypasses the cache. */
export function callerOf(request: FastifyRequest): Caller {
  const { credentials, identity, personId } = signedInOf(request);
  const bypassCache = /\bno-cache\b/i.test(request.headers['cache-control'] ?? '');
  const { expiresAt, market } = identity;
  return { credentials, expiresAt, market, personId, bypassCache, requestId: request.id };
}

/** The same for requests that leave look-ups of persons the first turn: they are of many lines, or of a change of one. */
export function backgroundCallerOf(request: FastifyRequest): Caller {
  return { ...callerOf(request), isBackground: true };
}
