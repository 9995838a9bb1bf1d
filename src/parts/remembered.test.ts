import { expect, it } from 'vitest';

import type { Session } from '#stock/contract/gateway-responses.ts';

import { rememberedKey } from './remembered.ts';

const session: Session = {
  signedIn: true,
  by: 'local',
  person: null,
  personId: 'ann',
  isAdministrator: true,
  credentials: 'shared',
  endsAt: null,
  ending: null,
  company: null,
  market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' },
  expiresAt: null,
  service: {
    kind: 'embedded',
    baseUrl: 'http://127.0.0.1:8080/api',
    version: '1',
    today: '2026-11-21',
    timeZone: 'UTC',
    demo: false,
    isEmpty: false,
    generation: 1,
    dataVersion: '1',
    searchable: true,
  },
};

it('differs by name, service, market and user', () => {
  const others: Session[] = [
    { ...session, service: { ...session.service, baseUrl: 'https://stock.example/api' } },
    { ...session, market: { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_EU' } },
    { ...session, market: { company: 'BRU:2510', salesOrganization: '', territoryId: 'BRU_GLO' } },
    { ...session, personId: 'bob' },
  ];
  const keys = [session, ...others].map((each) => rememberedKey('recent', each));
  expect(new Set([...keys, rememberedKey('drafts', session)])).toHaveLength(6);
});

it('does not change with an import or a day', () => {
  const later: Session = { ...session, service: { ...session.service, generation: 2, today: '2026-11-22' } };
  expect(rememberedKey('recent', later)).toBe(rememberedKey('recent', session));
});

it('is null while signed out', () => {
  expect(rememberedKey('recent', { ...session, signedIn: false, by: null, market: null })).toBeNull();
});
