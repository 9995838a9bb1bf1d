import { beforeEach, describe, expect, it, vi } from 'vitest';

import { NetworkError } from '#api/errors.ts';
import { draftLine, type StoredOrder } from '#features/saved-orders/saved-order.ts';

import { OrderSession } from './order-session.ts';
import type { Catalogue } from './product-directory.ts';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});

function sessionOf(products: readonly string[], resolve: Catalogue['resolve']) {
  const stored: StoredOrder = {
    header: { id: 'one', owner: 'me', name: '', changedAt: 0, lineCount: products.length },
    contents: {
      lines: products.map((product, at) => draftLine(at + 1, { product, quantity: 5000 }, String)),
      check: null,
      previous: null,
    },
  };
  const catalogue: Catalogue = { resolve, search: async () => [] };
  const session = new OrderSession({ stored, catalogue, formatQuantity: String, onChange: () => undefined });
  const check = vi.spyOn(session.check, 'check').mockResolvedValue();
  const retry = vi.spyOn(session.check, 'retry').mockResolvedValue();
  return { session, check, retry };
}

/** A lookup that finds nothing, and not before it is let. */
function heldLookup() {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((open) => (gate.open = open));
  const resolve: Catalogue['resolve'] = async (keys) => {
    await opened;
    return keys.map(() => null);
  };
  return { resolve, release: () => gate.open?.() };
}

describe('a check whose products are still looked up', () => {
  it.each(['cancel', 'close'] as const)('does not begin after %s', async (end) => {
    const { resolve, release } = heldLookup();
    const { session, check } = sessionOf(['1'], resolve);
    const started = session.startCheck(false);
    expect([session.isUnderWay, session.isPreparing.get()]).toEqual([true, true]);
    session[end]();
    expect(session.isUnderWay).toBe(false);
    release();
    await started;
    expect(check).not.toHaveBeenCalled();
  });

  it('begins once when it is asked for again after a cancel', async () => {
    const { resolve, release } = heldLookup();
    const { session, check } = sessionOf(['1'], resolve);
    const first = session.startCheck(false);
    session.cancel();
    const second = session.startCheck(false);
    release();
    await Promise.all([first, second]);
    expect(check).toHaveBeenCalledOnce();
  });
});

describe('a line whose product could not be looked up', () => {
  it('says why, and a retry asks for it once it is', async () => {
    const resolve = vi.fn<Catalogue['resolve']>(async () => [
      { productId: 1, name: 'Canvas', sku: 'S-1', unit: 'm' },
      { productId: 2, name: 'Tweed', sku: 'S-2', unit: 'm' },
    ]);
    resolve.mockRejectedValueOnce(new NetworkError('down'));
    const { session, retry } = sessionOf(['1', 'S-2'], resolve);
    await session.settled();
    const states = () => session.lines.getRows().map((line) => session.check.answers.stateOf(line));
    expect(session.lines.getRows().map(({ productId }) => productId)).toEqual([1, null]);
    expect(states()).toEqual([{ kind: 'unasked' }, expect.objectContaining({ reason: 'no-connection' })]);
    expect(session.overview.get()).toMatchObject({ lacksNames: true, verdict: { counts: { 'not-answered': 1 } } });
    expect(session.check.getSnapshot().canRetry).toBe(true);

    await session.retry();
    expect(session.lines.getRows().map(({ productId }) => productId)).toEqual([1, 2]);
    expect(states()).toEqual([{ kind: 'unasked' }, { kind: 'unasked' }]);
    expect(session.overview.get().lacksNames).toBe(false);
    expect(retry).toHaveBeenCalledExactlyOnceWith(new Set([2]));
  });
});
