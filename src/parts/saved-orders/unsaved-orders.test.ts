import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { OrderContent } from '#stock/contract/orders.ts';

import { contentOf, fingerprint, headerOf, storedOf } from './order-content.ts';
import {
  afterConflict,
  afterSaving,
  asUnsaved,
  type EditBase,
  isReadable,
  nameOfCopy,
  type UnsavedOrder,
  withEdit,
  withLines,
} from './unsaved-orders.ts';

const contentWith = (...products: string[]): OrderContent => ({
  name: '',
  lines: products.map((product, at) => ({ key: at + 1, product })),
  checks: [],
});
const productsOf = ({ lines }: OrderContent) => lines.map(({ product }) => product);

/** The server: each write names the version that it replaces. */
class Server {
  readonly orders = new Map<string, { changedAt: number; content: OrderContent }>();
  #clock = 0;

  /** Returns the version; null for a conflict. */
  put({ id, content, version }: UnsavedOrder): number | null {
    const current = this.orders.get(id);
    if ((current?.changedAt ?? null) !== version) {
      return JSON.stringify(current?.content) === JSON.stringify(content) ? (current?.changedAt ?? null) : null;
    }
    this.orders.set(id, { changedAt: (this.#clock += 1), content });
    return this.#clock;
  }
}

/** A browser of which tabs share the unsaved orders. */
class Browser {
  readonly unsaved = new Map<string, UnsavedOrder>();

  replace(id: string, change: (current: UnsavedOrder | null) => UnsavedOrder[]): UnsavedOrder[] {
    const next = change(this.unsaved.get(id) ?? null);
    this.unsaved.delete(id);
    for (const order of next) this.unsaved.set(order.id, order);
    return next;
  }
}

let edits = 0;

/** A tab with one order, in steps that can be interrupted anywhere. */
class Tab {
  readonly #browser: Browser;
  readonly #server: Server;
  #id = 'order';
  #base: EditBase = { version: null, lineage: [], edit: null };
  #content = contentWith();
  #sent: { order: UnsavedOrder; version: number | null } | null = null;

  constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
    this.open();
  }

  /** Opens the order, also after a crash. */
  open(): void {
    this.#sent = null;
    const mine = this.#browser.unsaved.get(this.#id);
    const theirs = this.#server.orders.get(this.#id);
    this.#content = mine?.content ?? theirs?.content ?? contentWith();
    this.#base = mine
      ? { version: mine.version, lineage: mine.lineage, edit: mine.edit }
      : { version: theirs?.changedAt ?? null, lineage: theirs ? [fingerprint(theirs.content)] : [], edit: null };
  }

  type(product: string): void {
    this.#content = contentWith(...productsOf(this.#content), product);
    const edit = `edit ${(edits += 1)}`;
    const mine = { id: this.#id, owner: 'me', content: this.#content, changedAt: 0, edit };
    const next = this.#browser.replace(this.#id, (current) => withEdit(current, mine, this.#base));
    const written = next.find((order) => order.edit === edit);
    if (written && written.id !== this.#id) this.#base = { version: null, lineage: [], edit };
    this.#id = written?.id ?? this.#id;
    const lineage = [this.#base.lineage[0] ?? [], fingerprint(this.#content)].flat();
    this.#base = { ...this.#base, lineage, edit };
  }

  send(): void {
    const [order] = this.#browser.replace(this.#id, (current) =>
      current === null ? [] : [{ ...current, lineage: [...current.lineage, fingerprint(current.content)] }],
    );
    this.#sent = order ? { order, version: this.#server.put(order) } : null;
  }

  /** The response arrives. */
  receive(): void {
    if (this.#sent === null) return;
    const { order, version } = this.#sent;
    this.#sent = null;
    if (version !== null) {
      this.#browser.replace(order.id, (current) => afterSaving(current, order, version));
      // Another tab's edit is none of this one's.
      if (order.edit !== this.#base.edit) return;
      this.#base = { ...this.#base, version, lineage: [fingerprint(order.content), ...this.#base.lineage.slice(-1)] };
      return;
    }
    const theirs = this.#server.orders.get(order.id) ?? null;
    const [next] = this.#browser.replace(order.id, (current) => afterConflict(current, order, theirs));
    if (next === undefined && order.edit === this.#base.edit) this.open();
    if (next && next.id !== order.id && next.edit === this.#base.edit) {
      this.#id = next.id;
      this.#base = { version: null, lineage: [], edit: next.edit };
    }
  }
}

it('loses no line of tabs and devices that edit one order, however often they crash or lose a response', () => {
  const step = fc.record({
    tab: fc.nat({ max: 3 }),
    act: fc.constantFrom('type', 'type', 'send', 'receive', 'send and receive', 'open', 'delete'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const server = new Server();
      const browsers = [new Browser(), new Browser()] as const;
      const tabs = [0, 1, 2, 3].map((at) => new Tab(browsers[at < 2 ? 0 : 1], server));
      const typed: string[] = [];
      for (const [at, { tab, act }] of steps.entries()) {
        const one = tabs[tab];
        if (act === 'type') {
          one?.type(`line ${at}`);
          typed.push(`line ${at}`);
        } else if (act === 'open') one?.open();
        if (act.startsWith('send')) one?.send();
        if (act.endsWith('receive')) one?.receive();
        if (act === 'delete' && server.orders.size > 0) {
          // What was deleted on purpose isn't lost.
          const gone = productsOf(server.orders.get('order')?.content ?? contentWith());
          server.orders.delete('order');
          for (const product of gone) if (typed.includes(product)) typed.splice(typed.indexOf(product), 1);
        }
      }
      const everywhere = [server.orders, browsers[0].unsaved, browsers[1].unsaved].flatMap((orders) =>
        [...orders.values()].flatMap(({ content }) => productsOf(content)),
      );
      expect(everywhere).toEqual(expect.arrayContaining(typed));
    }),
    { numRuns: 200 },
  );
});

const sent: UnsavedOrder = {
  ...asUnsaved({
    header: { id: 'order', owner: 'me', name: 'Spring', changedAt: 1, lineCount: 1 },
    contents: { lines: [], check: null, previous: null },
  }),
  content: { ...contentWith('20001'), name: 'Spring' },
  version: 5,
  lineage: [fingerprint(contentWith())],
};

it('becomes a copy with another name if something else was entered in the other version', () => {
  const [copy, ...others] = afterConflict(sent, sent, { changedAt: 9, content: contentWith('20002') });
  expect(copy).toMatchObject({ version: null, content: { name: 'Spring (2)', lines: [{ product: '20001' }] } });
  expect(copy?.id).not.toBe('order');
  expect(others).toEqual([]);
});

it('becomes a copy if the server can no longer read its version', () => {
  const [copy] = afterConflict(sent, sent, 'damaged');
  expect(copy).toMatchObject({ version: null, content: { lines: sent.content.lines } });
  expect(copy?.id).not.toBe('order');
});

it('replaces another version that has other results only', () => {
  const previous = { checkedAt: 1, results: [] };
  const theirs = { changedAt: 9, content: { ...contentWith(), previous } };
  expect(afterConflict(sent, sent, theirs)).toMatchObject([{ id: 'order', version: 9, content: sent.content }]);
});

it('gives way to another version if it has other results only itself', () => {
  const mine = { ...sent, content: contentWith() };
  expect(afterConflict(mine, mine, { changedAt: 9, content: contentWith('20002') })).toEqual([]);
});

it('is written again if it was deleted elsewhere', () => {
  expect(afterConflict(sent, sent, null)).toMatchObject([{ id: 'order', version: null, content: sent.content }]);
});

it.each([
  ['', ''],
  ['Spring', 'Spring (2)'],
  ['Spring (2)', 'Spring (3)'],
  ['x'.repeat(100), `${'x'.repeat(96)} (2)`],
])('names the copy of %j %j', (name, copy) => {
  expect(nameOfCopy(name)).toBe(copy);
});

it('adds lines with new keys', () => {
  const contents = { lines: [], check: null, previous: null };
  const one = withLines(contents, [{ product: '20001', quantity: 5000 }]);
  const two = withLines(one, [
    { product: '20002', quantity: null },
    { product: '20003', quantity: null },
  ]);
  expect(two.lines.map(({ key, product }) => [key, product])).toEqual([
    [1, '20001'],
    [2, '20002'],
    [3, '20003'],
  ]);
});

it('reads an order of the browser only if it is whole', () => {
  const whole: UnsavedOrder = {
    id: 'an-order-of-the-test',
    owner: 'me',
    content: contentWith('10001', '10002'),
    changedAt: 1,
    version: null,
    lineage: [],
    edit: 'an-edit',
    chain: 'an-edit',
  };
  expect(isReadable(whole)).toBe(true);
  const damage = fc.constantFrom<(order: Record<string, unknown>, by: unknown) => unknown>(
    (order, by) => ({ ...order, content: by }),
    (order, by) => ({ ...order, lineage: by }),
    (order, by) => ({ ...order, edit: by }),
    (order, by) => ({ ...order, content: { ...whole.content, lines: by } }),
    (order, by) => ({ ...order, content: { ...whole.content, lines: [by] } }),
    (order, by) => ({ ...order, content: { ...whole.content, checks: [by] } }),
  );
  fc.assert(
    fc.property(damage, fc.jsonValue(), (damaged, by) => {
      const order = damaged({ ...whole }, by) as UnsavedOrder;
      if (!isReadable(order)) return;
      expect(headerOf(order.id, 'me', order).lineCount).toBeLessThanOrEqual(order.content.lines.length);
      expect(fingerprint(contentOf(storedOf(order.id, 'me', order)))).not.toBe('');
    }),
  );
});
