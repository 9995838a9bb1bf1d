import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { problemKinds } from '#contract/problem.ts';
import { ServiceProblem, unauthorized } from '#server/service/service-problem.ts';
import { isStoreLost } from '#server/store/stock-store.ts';

import type { Credentials, Identity, SharedCredentials, StockBackend } from './stock-backend.ts';
import type { LocalRequest } from '#server/request-guard.ts';
import { logSecurityEvent } from '#server/security-log.ts';
import type { CompanyPerson, SessionContent, Sessions } from './sessions.ts';
import type { SessionCookies } from './session-cookies.ts';
import { tryCredentials } from './try-credentials.ts';

/** Someone who is let in and has something to ask the service with. */
export interface SignedIn {
  by: SessionContent['by'];
  /** Who the company says it is; null where nobody asked the company. */
  person: CompanyPerson | null;
  /** A name for the person that tells nobody who it is, the same at each sign-in. */
  personId: string;
  credentials: Credentials;
  /** Whether the credentials are the person's own or the server's. */
  whose: 'own' | 'shared';
  identity: Identity;
  /** Unix seconds at which they have to sign in again. */
  endsAt: number;
  /** Unix seconds at which their session ends, even where their own credentials run out before. */
  sessionEndsAt: number;
  /** What of it ends first; null where the server renews all of it by itself. */
  ending: Ending | null;
}

/** Someone who is let in, by the company or as the local user, and has nothing to ask the service with. */
export interface LetIn extends Pick<SignedIn, 'person' | 'personId' | 'endsAt' | 'sessionEndsAt' | 'ending'> {
  by: 'company' | 'local';
  credentials: null;
  /** `shared` where the server has credentials for everybody, which have run out. */
  whose: 'shared' | null;
}

interface SignInParts {
  sessions: Sessions;
  cookies: SessionCookies;
  backend: Pick<StockBackend, 'kind' | 'identify' | 'probe'>;
  /** Null where everybody needs credentials of their own. */
  shared: SharedCredentials | null;
  /** The company's provider as the settings name it; null where its sign-in is no way in. */
  provider: string | null;
  /** Whether a request is certain to come from the one who sits before this machine. */
  isLocal: (request: LocalRequest) => boolean;
  now: () => Date;
}

/** The local user's session is replaced by itself in its last hour; those of a company end with a working day. */
const localSeconds = 12 * 3600;
const renewalSeconds = 3600;
const companySeconds = 12 * 3600;
/** However long a token is good for, people sign in again after this. */
const longestSeconds = 30 * 24 * 3600;

/** Who is before the browser: the one place that reads and writes the cookie of its session. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Who is let in, the local user by itself with a session of their own; null where nobody is. */
  async current(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | LetIn | null> {
    const known = await this.#bySession(request);
    const stays = known !== null && (known.by !== 'local' || known.endsAt - this.#unixSeconds() >= renewalSeconds);
    return stays || !this.#isLocal(request) ? known : this.#startLocal(request, reply);
  }

  /**
   * Who is signed in. The local user needs no session for that: a program without cookies would leave one
   * behind for each request.
   * @throws ServiceProblem `unauthorized` where nobody is.
   */
  async required(request: FastifyRequest): Promise<SignedIn> {
    const known = (await this.#bySession(request)) ?? (this.#isLocal(request) ? await this.#asLocal() : null);
    if (known !== null && known.credentials !== null) return known;
    throw unauthorized(this.#whatIsMissing(request, known));
  }

  /**
   * Signs a person in under a new id with credentials that the service takes, and ends the session that their
   * browser had. Whom the company let in stays that person.
   * @throws ServiceProblem `unauthorized` or `rejected-credentials` where the service refuses them, `unavailable`
   *   where that cannot be told.
   */
  async start(request: FastifyRequest, reply: FastifyReply, credentials: Credentials): Promise<SignedIn> {
    const before = await this.#bySession(request);
    const content: SessionContent =
      before?.by === 'company' && before.person !== null
        ? { by: 'company', person: before.person, credentials }
        : { by: 'credentials', credentials };
    const latest = before?.by === 'company' ? before.sessionEndsAt : this.#unixSeconds() + longestSeconds;
    await this.#parts.backend.identify(credentials);
    await tryCredentials(this.#parts.backend, credentials, request.id);
    const signedIn = await this.#identify(content, credentials, 'own', latest);
    await this.#write(request, reply, content, signedIn);
    const idBefore = this.#parts.cookies.readId(request);
    if (idBefore !== null) await this.#parts.sessions.end(idBefore);
    return signedIn;
  }

  /**
   * Signs in under a new id whom the company let in.
   * @param before the id of the session that their browser had; its cookie does not come along from another site
   */
  async startForCompany(
    request: FastifyRequest,
    reply: FastifyReply,
    person: CompanyPerson,
    before: string | null,
  ): Promise<void> {
    const sessionEndsAt = this.#unixSeconds() + companySeconds;
    await this.#write(request, reply, { by: 'company', person, credentials: null }, { sessionEndsAt, identity: null });
    if (before !== null) await this.#parts.sessions.end(before);
    this.#parts.cookies.forgetSignedOut(reply);
  }

  /** The id of the session that the browser says it has, or null. */
  sessionIdOf(request: FastifyRequest): string | null {
    return this.#parts.cookies.readId(request);
  }

  /**
   * Signs out; the local user too, until they sign in or close the browser.
   * @param everywhere whether in every other browser too
   * @returns how the person had got in; null where nobody had
   */
  async end(request: FastifyRequest, reply: FastifyReply, everywhere: boolean): Promise<SessionContent['by'] | null> {
    const id = this.#parts.cookies.readId(request);
    const found = id === null ? null : await this.#parts.sessions.find(id);
    if (id !== null) await (everywhere ? this.#parts.sessions.endAll(id) : this.#parts.sessions.end(id));
    this.#parts.cookies.noteSignedOut(reply);
    // Not "storage": what a person drafted is theirs to keep or to drop, and they are asked.
    reply.header('Clear-Site-Data', '"cache"');
    logSecurityEvent(request, 'sign-out', found === null ? {} : { by: found.content.by });
    return found !== null && this.#counts(found.content, request) ? found.content.by : null;
  }

  #isLocal(request: FastifyRequest): boolean {
    return !this.#parts.cookies.hasSignedOut(request) && this.#parts.isLocal(request);
  }

  async #bySession(request: FastifyRequest): Promise<SignedIn | LetIn | null> {
    const id = this.#parts.cookies.readId(request);
    const found = id === null ? null : await this.#parts.sessions.find(id);
    return found !== null && this.#counts(found.content, request) ? this.#resolve(found.content, found.endsAt) : null;
  }

  /**
   * What the local user may do without credentials of their own, nobody may from elsewhere with their cookie; and
   * whom a provider let in that the settings no longer name is in no longer.
   */
  #counts(content: SessionContent, request: FastifyRequest): boolean {
    if (content.by === 'local') return this.#parts.isLocal(request);
    return content.by !== 'company' || content.person.provider === this.#parts.provider;
  }

  /** What a session amounts to now: its credentials may have run out since, or the shared ones been taken away. */
  async #resolve(content: SessionContent, endsAt: number): Promise<SignedIn | LetIn | null> {
    const own = content.by === 'local' ? null : content.credentials;
    const credentials = own ?? (await this.#parts.shared?.()) ?? null;
    try {
      if (credentials !== null)
        return await this.#identify(content, credentials, own === null ? 'shared' : 'own', endsAt);
    } catch (error) {
      if (!(error instanceof ServiceProblem && problemKinds[error.code].status === 401)) throw error;
    }
    const whose = own === null && credentials !== null ? 'shared' : null;
    return content.by === 'company' || (content.by === 'local' && whose === 'shared')
      ? this.#letIn(content, whose, endsAt)
      : null;
  }

  #letIn(content: Exclude<SessionContent, { by: 'credentials' }>, whose: LetIn['whose'], endsAt: number): LetIn {
    const { by } = content;
    const person = content.by === 'company' ? content.person : null;
    const personId = this.#parts.sessions.personId(personOf(content, null));
    const ending = endingOf({ by, sessionEnd: endsAt, tokenEnd: null, whose: 'shared' });
    return { by, person, personId, credentials: null, whose, endsAt, sessionEndsAt: endsAt, ending };
  }

  async #identify(
    content: SessionContent,
    credentials: Credentials,
    whose: SignedIn['whose'],
    latest: number,
  ): Promise<SignedIn> {
    const identity = await this.#parts.backend.identify(credentials);
    const endsAt = whose === 'own' ? Math.min(latest, Math.floor(identity.expiresAt ?? latest)) : latest;
    const person = content.by === 'company' ? content.person : null;
    const personId = this.#parts.sessions.personId(personOf(content, identity));
    // Whom the company let in stays in when their credentials run out, and can give others.
    const sessionEndsAt = content.by === 'company' ? latest : endsAt;
    // What this server signs for its own service, it signs anew in time.
    const tokenEnd = whose === 'shared' && this.#parts.backend.kind === 'embedded' ? null : identity.expiresAt;
    const ending = endingOf({ by: content.by, sessionEnd: latest, tokenEnd, whose });
    return { by: content.by, person, personId, credentials, whose, identity, endsAt, sessionEndsAt, ending };
  }

  #asLocal(): Promise<SignedIn | LetIn | null> {
    return this.#resolve({ by: 'local' }, this.#unixSeconds() + localSeconds);
  }

  async #startLocal(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | LetIn | null> {
    const signedIn = await this.#asLocal();
    try {
      if (signedIn?.credentials) await this.#write(request, reply, { by: 'local' }, signedIn);
    } catch (error) {
      // The next request needs no session either: a full disk keeps nobody from looking.
      if (!isStoreLost(error)) throw error;
      request.log.error({ err: error }, 'session of the local user cannot be written');
    }
    return signedIn;
  }

  async #write(
    request: FastifyRequest,
    reply: FastifyReply,
    content: SessionContent,
    { identity, sessionEndsAt }: { identity: Identity | null; sessionEndsAt: number },
  ): Promise<void> {
    const person = personOf(content, identity);
    const { id, seconds } = await this.#parts.sessions.start(content, person, sessionEndsAt);
    this.#parts.cookies.writeId(request, reply, id, seconds);
    logSecurityEvent(request, 'sign-in', { by: content.by, personId: this.#parts.sessions.personId(person) });
  }

  #whatIsMissing(request: FastifyRequest, known: LetIn | SignedIn | null): string {
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

/** The same text for all sessions of one person: by the token's subject or, where it names none, by the key. */
function personOf(content: SessionContent, identity: Identity | null): string {
  if (content.by === 'local') return JSON.stringify(['local']);
  if (content.by === 'company') return JSON.stringify(['company', content.person.issuer, content.person.subject]);
  const subject = identity?.subject ?? null;
  return JSON.stringify(subject === null ? ['key', content.credentials.subscriptionKey] : ['subject', subject]);
}

/** What ends first of a sign-in and of what it asks with. */
export interface Ending {
  what: 'sign-in' | 'own-token' | 'shared-token';
  /** Unix seconds. */
  at: number;
}

interface Ends {
  by: SessionContent['by'];
  /** Unix seconds at which the session ends. */
  sessionEnd: number;
  /** Unix seconds after which the access token is void; null where nobody knows, and where this server renews it. */
  tokenEnd: number | null;
  whose: 'own' | 'shared';
}

/**
 * What ends first, and whose it is; a token that ends with the session is why that ends. Null where nothing does that
 * the server doesn't renew by itself, as it does the session of the local user.
 */
export function endingOf({ by, sessionEnd, tokenEnd, whose }: Ends): Ending | null {
  if (tokenEnd !== null && (by === 'local' || tokenEnd <= sessionEnd)) return { what: `${whose}-token`, at: tokenEnd };
  return by === 'local' ? null : { what: 'sign-in', at: sessionEnd };
}

const decorator = 'signedIn';

/** From here on `app` serves only who is signed in; others get a 401 before their body is read. */
export function requireSignIn(app: FastifyInstance, signIn: SignIn): void {
  app.decorateRequest(decorator, null);
  app.addHook('onRequest', async (request) => {
    request.setDecorator<SignedIn>(decorator, await signIn.required(request));
  });
}

/** Who is signed in, where {@link requireSignIn} holds. */
export function signedInOf(request: FastifyRequest): SignedIn {
  return request.getDecorator<SignedIn>(decorator);
}
