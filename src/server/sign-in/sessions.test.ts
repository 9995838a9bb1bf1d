import { describe, expect, it } from 'vitest';

import type { SessionStore, StoredSession } from '#server/store/sql-sessions.ts';

import { Seal, Sessions, isoTime } from './sessions.ts';

const secret = 'a secret of some length, 32 bytes';
const content = { token: 'tökén', subscriptionKey: 'key' };
const seal = new Seal<typeof content>(secret, 'tests');

describe('Seal', () => {
  it('opens what it sealed', () => {
    expect(seal.open(seal.seal(content, 'here'), 'here')).toEqual(content);
  });

  it('reveals nothing and never repeats itself', () => {
    const sealed = Buffer.from(seal.seal(content, 'here'));
    expect(sealed.toString('latin1')).not.toMatch(/token|key/);
    expect(sealed.equals(seal.seal(content, 'here'))).toBe(false);
  });

  it("doesn't open in another place, for another purpose or with another secret", () => {
    const sealed = seal.seal(content, 'here');
    expect(seal.open(sealed, 'there')).toBeNull();
    expect(new Seal(secret, 'something else').open(sealed, 'here')).toBeNull();
    expect(new Seal('another secret of some length...', 'tests').open(sealed, 'here')).toBeNull();
  });

  it("doesn't open if changed or truncated", () => {
    const sealed = seal.seal(content, 'here');
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.map((byte, at) => (at === index ? byte ^ 1 : byte));
      expect(seal.open(changed, 'here')).toBeNull();
      expect(seal.open(sealed.subarray(0, index), 'here')).toBeNull();
    }
  });
});

describe('a session', () => {
  const startedAt = 1_800_000_000;
  const longAfter = startedAt + 30 * 24 * 3600;
  const byCredentials = { by: 'credentials', credentials: content } as const;

  /** In-memory sessions with an adjustable clock and a counter of extensions. */
  function inMemory(changes: Partial<SessionStore> = {}) {
    const stored = new Map<string, StoredSession>();
    const clock = { seconds: startedAt, extensions: 0 };
    const store: SessionStore = {
      saveSession: async (session) => void stored.set(session.idDigest, session),
      findSession: async (idDigest, now) => {
        const session = stored.get(idDigest);
        return session !== undefined && session.expiresAt > now ? session : null;
      },
      listSessions: async (prefix, now) =>
        [...stored.values()].filter((each) => each.personDigest.startsWith(prefix) && each.expiresAt >= now),
      extendSession: async (idDigest, expiresAt) => {
        const session = stored.get(idDigest);
        clock.extensions += 1;
        if (session !== undefined) stored.set(idDigest, { ...session, expiresAt });
      },
      deleteSession: async (idDigest) => void stored.delete(idDigest),
      deleteSessionsOf: async (personDigest) => {
        for (const session of stored.values())
          if (session.personDigest === personDigest) stored.delete(session.idDigest);
      },
      deleteExpiredSessions: async (now) => {
        for (const session of stored.values()) if (session.expiresAt <= now) stored.delete(session.idDigest);
      },
      ...changes,
    };
    return { sessions: new Sessions(store, secret, () => new Date(clock.seconds * 1000)), stored, clock };
  }

  it('is extended by a request after a full hour, not before', async () => {
    const { sessions, clock } = inMemory();
    const { id, seconds } = await sessions.start(byCredentials, 'ann', longAfter);
    expect(seconds).toBe(longAfter - startedAt);
    clock.seconds += 3600;
    expect(await sessions.find(id)).toEqual({ content: byCredentials, endsAt: longAfter });
    expect(clock.extensions).toBe(0);
    clock.seconds += 1;
    await sessions.find(id);
    expect(clock.extensions).toBe(1);
    clock.seconds += 24 * 3600 - 1;
    expect(await sessions.find(id)).not.toBeNull();
    clock.seconds += 24 * 3600;
    expect(await sessions.find(id)).toBeNull();
  });

  it.each([
    [byCredentials, 24],
    [
      { by: 'company', person: { provider: 'p', issuer: 'i', subject: 's', name: null }, credentials: null } as const,
      4,
    ],
  ])('of %j expires after %i hours without a request', async (who, hours) => {
    const { sessions, clock } = inMemory();
    const { id } = await sessions.start(who, 'ann', longAfter);
    clock.seconds += hours * 3600;
    expect(await sessions.find(id)).toBeNull();
  });

  it("of an earlier version that was the local user's is none", async () => {
    const { sessions } = inMemory();
    const { id } = await sessions.start({ by: 'local' } as never, 'local', longAfter);
    expect(await sessions.find(id)).toBeNull();
  });

  it('has no lifetime if it ends immediately', async () => {
    const { sessions } = inMemory();
    expect(await sessions.start(byCredentials, 'ann', startedAt - 5)).toMatchObject({ seconds: 0 });
  });

  it('continues if the store is read-only, and other failures are thrown', async () => {
    let fault = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    const { sessions, clock } = inMemory({ extendSession: () => Promise.reject(fault) });
    const { id } = await sessions.start(byCredentials, 'ann', longAfter);
    clock.seconds += 4000;
    expect(await sessions.find(id)).toEqual({ content: byCredentials, endsAt: longAfter });
    fault = Object.assign(new Error('no such table'), { code: 'ERR_SQLITE_ERROR' });
    await expect(sessions.find(id)).rejects.toThrow('no such table');
  });

  it("ends with the user's other sessions only; ends nothing if it doesn't exist", async () => {
    const { sessions, stored } = inMemory();
    const [first, , other] = await Promise.all(
      ['ann', 'ann', 'bob'].map((person) => sessions.start(byCredentials, person, longAfter)),
    );
    await sessions.endAll('no such id');
    expect(stored.size).toBe(3);
    await sessions.endAll(first?.id ?? '');
    expect(stored.size).toBe(1);
    await sessions.end(other?.id ?? '');
    expect(stored.size).toBe(0);
  });

  it('is deleted when it has expired', async () => {
    const { sessions, stored, clock } = inMemory();
    await sessions.start(byCredentials, 'ann', longAfter);
    clock.seconds += 24 * 3600 - 1;
    await sessions.forgetExpired();
    expect(stored.size).toBe(1);
    clock.seconds += 1;
    await sessions.forgetExpired();
    expect(stored.size).toBe(0);
  });

  it('has a pseudonymous user ID', () => {
    const { sessions } = inMemory();
    expect(sessions.personId('ann')).toMatch(/^[\da-f]{16}$/);
    expect(sessions.personId('ann')).toBe(inMemory().sessions.personId('ann'));
    expect(sessions.personId('ann')).not.toBe(sessions.personId('bob'));
  });
});

it.each([
  [1_800_000_000, '2027-01-15T08:00:00.000Z'],
  [1e300, '+275760-09-13T00:00:00.000Z'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(isoTime(seconds)).toBe(text);
});
