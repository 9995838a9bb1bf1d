import { QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { countTiles, tileOf } from '#domain/calendars/calendar-tiles.ts';
import { real, today } from '#domain/entries.arbitrary.ts';

import { CalendarLoad, type CalendarLoadOptions, streamPages } from './calendar-load.ts';
import { loadPage } from './calendar-page.ts';
import { entries, idsUpTo, serviceOf, signInAtOnce } from './calendars.sample.ts';
import { arbitraryCalendarFault, type FaultyCalendars } from './faulty-calendars.fake.ts';

function loadOf(service: FaultyCalendars, options: Partial<CalendarLoadOptions> = {}): CalendarLoad {
  const request = { choice: { kind: 'every' }, pageSize: 250, includeMaxLeadTime: true, ...options } as const;
  return new CalendarLoad(new QueryClient(), request, service.source);
}

function idsIn(load: CalendarLoad): number[] {
  return load.products().map(({ productId }) => productId);
}

describe('CalendarLoad', () => {
  it('loads every product once and in order, in few calls with at most four in flight', async () => {
    const service = serviceOf(2601);
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({
      phase: 'complete',
      totalPages: 11,
      donePages: 11,
      totalProducts: 2601,
      doneProducts: 2601,
      missing: [],
      missingProducts: 0,
      totalChange: null,
    });
    expect(idsIn(load)).toEqual(idsUpTo(2601));
    expect(service.queries).toHaveLength(11);
    expect(service.mostUnderWay).toBe(4);
  });

  it('loads a list in its order, including products without a result', async () => {
    const ids = [...idsUpTo(600).toReversed(), 7];
    const load = loadOf(serviceOf(600), { choice: { kind: 'list', productIds: ids } });
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', totalPages: 3, donePages: 3, doneProducts: 601 });
    expect(idsIn(load)).toEqual(ids);
    expect(load.products().at(-1)).toEqual({ kind: 'no-answer', productId: 7, why: 'not-listed' });
  });

  it.each([
    ['no product', { kind: 'every' }, 0],
    ['an empty list', { kind: 'list', productIds: [] }, 3],
  ] as const)('is complete for %s', async (_, choice, count) => {
    const load = loadOf(serviceOf(count), { choice });
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', totalPages: 0, totalProducts: 0 });
    expect(load.products()).toEqual([]);
  });

  it('is complete with the only page of a list', async () => {
    const service = serviceOf(9);
    const choice = { kind: 'list', productIds: [...idsUpTo(9), 7] } as const;
    const request = { choice, page: 1, pageSize: 25, includeMaxLeadTime: true };
    const load = loadOf(service, { choice });
    load.take(await loadPage(request, service.source, new AbortController().signal));
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', totalProducts: 10, doneProducts: 10, missing: [] });
    expect(idsIn(load)).toEqual(choice.productIds);
    expect(service.queries).toHaveLength(1);
  });

  it('reports its progress', async () => {
    const load = loadOf(serviceOf(600));
    const seen: number[] = [];
    load.subscribe(() => seen.push(load.getSnapshot().donePages));
    await load.resume();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen).toContain(1);
    expect(seen.at(-1)).toBe(3);
  });

  it('lists failed pages and requests only those when resumed', async () => {
    const service = serviceOf(1000);
    service.faultOf = ({ page, pageSize }) => (page === 2 && pageSize === 250 ? 'timeout' : null);
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({
      phase: 'incomplete',
      donePages: 3,
      totalPages: 4,
      missing: [{ firstPage: 2, lastPage: 2, why: { reason: 'timeout' }, isPartial: false }],
      missingPages: 1,
      missingProducts: 250,
    });
    service.faultOf = () => null;
    service.queries = [];
    await load.resume();
    expect(service.queries).toMatchObject([{ page: 2, pageSize: 250 }]);
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', donePages: 4 });
    expect(idsIn(load)).toEqual(idsUpTo(1000));
  });

  it('includes missing products of a list without a result', async () => {
    const service = serviceOf(500);
    service.faultOf = ({ filter }) => (filter?.includes('(10,') ? 'timeout' : null);
    const load = loadOf(service, { choice: { kind: 'list', productIds: idsUpTo(500) } });
    await load.resume();
    expect(idsIn(load)).toEqual(idsUpTo(500));
    expect(load.products()[0]).toEqual({ kind: 'no-answer', productId: 10, why: 'page-missing' });
    const tiles = load.products().map((product) => tileOf(product, today, null));
    expect(countTiles(tiles)).toMatchObject({ now: 250, 'no-answer': 0 });
    expect(load.getSnapshot()).toMatchObject({ phase: 'incomplete', missingProducts: 250 });
  });

  it('lists pages with fewer products than the service counted', async () => {
    const service = serviceOf(500);
    service.faultOf = ({ page }) => (page === 2 ? 'half' : null);
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({
      phase: 'incomplete',
      missing: [{ firstPage: 2, lastPage: 2, isPartial: true, why: null }],
      missingProducts: 125,
      oddities: { withheld: 125 },
    });
  });

  it('bypasses the gateway’s cache, so that resuming can fix a page', async () => {
    const service = Object.assign(serviceOf(500), { keptFor: 40_000 });
    service.faultOf = ({ page }) => (page === 2 ? 'half' : null);
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot().oldestFetch).toBe(service.clock);
    service.faultOf = () => null;
    await load.resume();
    expect(load.getSnapshot().phase).toBe('complete');
    expect(service.queries.every(({ anew }) => anew)).toBe(true);
  });

  it('keeps loaded pages when canceled and requests only the others when resumed', async () => {
    const service = serviceOf(2000);
    const load = loadOf(service);
    load.subscribe(() => {
      if (load.getSnapshot().donePages >= 3) load.cancel();
    });
    await load.resume();
    const { phase, donePages, missingPages, missingProducts } = load.getSnapshot();
    expect(phase).toBe('cancelled');
    expect(donePages + missingPages).toBe(8);
    expect(missingProducts).toBe(2000 - load.products().length);
  });

  it('resumes a cancelled load', async () => {
    const service = serviceOf(2000);
    const load = loadOf(service);
    const stop = load.subscribe(() => {
      if (load.getSnapshot().donePages >= 3) load.cancel();
    });
    await load.resume();
    stop();
    const done = load.getSnapshot().donePages;
    service.queries = [];
    await load.resume();
    expect(service.queries).toHaveLength(8 - done);
    expect(idsIn(load)).toEqual(idsUpTo(2000));
    expect(load.getSnapshot().phase).toBe('complete');
  });

  it('waits for a sign-in and continues after it', async () => {
    const service = serviceOf(1000);
    service.faults = [null, '401'];
    const load = loadOf(service);
    const ended = load.resume();
    await vi.waitFor(() => expect(load.getSnapshot().phase).toBe('signed-out'));
    service.queue.signedIn();
    await ended;
    expect(load.getSnapshot().phase).toBe('complete');
  });

  it('stops with a reason if every page fails', async () => {
    const service = serviceOf(9000);
    service.faultOf = () => 'cut';
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({
      phase: 'incomplete',
      totalProducts: null,
      missing: [{ why: { reason: 'no-connection' } }],
    });
    expect(service.queries).toHaveLength(3);
  });

  it('detects products added while loading and loads all pages again when resumed', async () => {
    const service = serviceOf(600);
    const load = loadOf(service);
    service.faultOf = ({ page }) => {
      if (page === 2) service.calendars = new Map([...service.calendars, [5, entries]]);
      return null;
    };
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'incomplete', totalChange: { before: 600, now: 601 } });
    service.faultOf = () => null;
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', totalChange: null, doneProducts: 601 });
  });

  it('detects a product missing in place of a duplicate and loads all pages again when resumed', async () => {
    const service = serviceOf(600);
    const load = loadOf(service);
    service.faultOf = ({ page }) => {
      if (page === 2) service.calendars = new Map([5, ...idsUpTo(599)].map((productId) => [productId, entries]));
      return null;
    };
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'incomplete', missingPages: 0, missingProducts: 1 });
    service.faultOf = () => null;
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', doneProducts: 600 });
    expect(idsIn(load)).toEqual([5, ...idsUpTo(599)]);
  });

  it('splits requests that the service can’t answer as a whole', async () => {
    const service = serviceOf(500);
    const poison = 299;
    service.faultOf = ({ page, pageSize }) =>
      pageSize > 1 && Math.floor(poison / pageSize) === page - 1 ? '500' : null;
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', donePages: 2 });
    expect(idsIn(load)).toEqual(idsUpTo(500));
  });

  it.each([false, true])('finds the service’s request size limit once (silently truncated: %s)', async (cutsPages) => {
    const service = Object.assign(serviceOf(2000), { mostOnPage: 100, cutsPages });
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', donePages: 8 });
    expect(idsIn(load)).toEqual(idsUpTo(2000));
    const refused = service.queries.filter(({ pageSize }) => pageSize > 100);
    expect(refused.length).toBeLessThanOrEqual(8);
  });

  it('requests own calendars of products in doubt, again when resumed', async () => {
    const service = serviceOf(30);
    service.broken = new Set([20]);
    service.faults = ['empty stock'];
    const load = loadOf(service);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'incomplete', unsettledProducts: 1, missingPages: 0 });
    expect(load.products()[1]).toEqual({ kind: 'no-answer', productId: 20, why: 'own-calendar-failed' });
    service.broken = new Set();
    service.queries = [];
    await load.resume();
    expect(service.queries).toHaveLength(1);
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', unsettledProducts: 0 });
    expect(load.products()[1]).toMatchObject({ entries, findings: [] });
  });

  it('uses fresh cached pages and loads none twice', async () => {
    const service = serviceOf(600);
    const client = new QueryClient();
    const request = { choice: { kind: 'every' }, pageSize: 250, includeMaxLeadTime: true } as const;
    const { signal } = new AbortController();
    for await (const { error } of streamPages(client, request, signal, service.source)) expect(error).toBeNull();
    const load = new CalendarLoad(client, request, service.source);
    await load.resume();
    expect(load.getSnapshot()).toMatchObject({ phase: 'complete', doneProducts: 600 });
    expect(service.queries).toHaveLength(3);
  });

  it('ends complete or lists what is missing after any failure; resuming completes it', async () => {
    const calendar = fc.constantFrom(entries, [real(today, 3)], [real('2026-03-29', 3)], []);
    const faults = fc.array(fc.option(arbitraryCalendarFault, { freq: 1 }), { maxLength: 40 });
    const choice = fc.constantFrom('every' as const, 'list' as const);
    const setting = fc.record({ count: fc.integer({ min: 0, max: 700 }), choice, calendar, faults });
    await fc.assert(
      fc.asyncProperty(setting, async ({ count, choice, calendar, faults }) => {
        const service = serviceOf(count, calendar);
        service.faults = faults;
        signInAtOnce(service.queue);
        const productIds = idsUpTo(count).toReversed();
        const load = loadOf(service, { choice: choice === 'every' ? { kind: 'every' } : { kind: 'list', productIds } });
        await load.resume();
        for (let turn = 0; turn < 60 && load.getSnapshot().phase !== 'complete'; turn += 1) {
          const { phase, missingPages, missingProducts, unsettledProducts, totalProducts } = load.getSnapshot();
          expect(phase).toBe('incomplete');
          expect(totalProducts === null || missingPages + missingProducts + unsettledProducts > 0).toBe(true);
          const there = load
            .products()
            .filter((product) => product.kind === 'calendar' || product.why !== 'page-missing');
          if (totalProducts !== null) expect(there.length + missingProducts).toBe(count);
          await load.resume();
        }
        expect(load.getSnapshot()).toMatchObject({ phase: 'complete', missingPages: 0, doneProducts: count });
        expect(idsIn(load)).toEqual(choice === 'every' ? idsUpTo(count) : productIds);
        expect(
          load.products().every((product) => product.kind === 'calendar' && product.entries.length === calendar.length),
        ).toBe(true);
        expect(service.mostUnderWay).toBeLessThanOrEqual(4);
      }),
      { numRuns: 80 },
    );
  });
});
