import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { createStore, type Store, useSelector } from '@tanstack/react-store';

import { streamOrderCheck } from '#data/order-check-stream.ts';
import { requestQueue } from '#data/request-queue.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CheckRecord, recordCheck } from '#stock/order/check-record.ts';

import { isBlank, type LineKey } from '#stock/order/order-line.ts';
import { entrySummary } from '#stock/order/order-summary.ts';
import { type CheckedOn, dataVersionOf, OrderResults } from '#stock/order/order-results.ts';

import type { PromisedLines } from '#stock/promises/told-order.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { GridSession } from '#parts/grid/grid-session.ts';
import { GridStore, type StoreEdit } from '#parts/grid/grid-store.ts';
import {
  blankLine,
  type DraftLine,
  draftLine,
  type NewLine,
  type StoredOrder,
} from '#parts/saved-orders/saved-order.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { AutomaticCheck } from '#orders/check/automatic-check.ts';
import { OrderCheck, type OrderCheckOptions, type OrderCheckSnapshot } from '#orders/check/order-check.ts';

import type { LineView } from './line-view.ts';
import {
  lineView,
  type OrderKnowledge,
  orderOverview,
  type OrderOverview,
  type OrderQueries,
  orderQueries,
  summaryLines,
  toldRecord,
} from './order-views.ts';
import { type Catalog, ProductDirectory } from './product-directory.ts';
import { ThrottledTask } from './throttled-task.ts';

export interface OrderSessionOptions {
  stored: StoredOrder;
  catalog: Catalog;
  /** Current day and stock, for which results are valid. */
  present: CheckedOn;
  source?: CheckSource;
  /** Called with the day and data of each check. */
  onCheck?: OrderCheckOptions['onStart'];
  /** Formats a quantity in the user's format. */
  formatQuantity: (quantity: Thousandths) => string;
  /** Called after a change to save: in the order itself or in its results. */
  onChange: (what: 'order' | 'results') => void;
}

/** An order besides its lines and their results. */
export interface OrderState {
  /** Empty until the user names it. */
  name: string;
  /** Empty if there is none. */
  customer: string;
  /** Ship-by date of lines added later. */
  shipBy: CalendarDate | null;
  /** The previous check; null if there is none. */
  previous: CheckRecord | null;
  /** The lines before the order was cleared; null if they are unknown. */
  cleared: readonly DraftLine[] | null;
  /** Derived from lines and results, a short while after they change. */
  overview: OrderOverview;
  /** Progress of the check. Updated immediately when its phase changes, otherwise with the overview. */
  progress: OrderCheckSnapshot;
  /** Whether products are being looked up before a check. */
  isPreparing: boolean;
}

/** Where an order is checked. */
type CheckSource = Pick<OrderCheckOptions, 'stream' | 'queue' | 'now'>;

const gatewaySource: CheckSource = { stream: streamOrderCheck, queue: requestQueue, now: Date.now };

let sessions = 0;

/** Milliseconds between updates of the views; longer during a check, because each update derives thousands of lines. */
const pauseBetweenViews = 90;
const pauseWhileChecking = 300;

/**
 * An open order, and the only owner of its state: lines as entered, their products and stock results. Queries, views
 * and overview are derived from these. It isn't bound to a page of the app.
 */
export class OrderSession {
  /** Changes if the server has another version of the order, so that both are kept. */
  id: string;
  readonly owner: string;
  readonly lines: GridStore<DraftLine, LineView>;
  /** Selection, editing, sorting and filters of the lines. */
  readonly grid: GridSession<DraftLine, LineView>;
  readonly check: OrderCheck;
  readonly state: Store<OrderState>;
  /** Identifies the session even if its id changes. */
  readonly serial = (sessions += 1);
  readonly #options: OrderSessionOptions;
  readonly #products: ProductDirectory;
  readonly #results: OrderResults;
  readonly #views = new ThrottledTask(
    () => this.#show(),
    // The first results are shown soon.
    () => (this.isInFlight && this.state.get().progress.done > 0 ? pauseWhileChecking : pauseBetweenViews),
  );
  readonly #automatic: AutomaticCheck;
  /** Memoized until the lines or their products change. */
  #queries: OrderQueries | null = null;
  #isClosed = false;
  /** Incremented by each lookup before a check and by each cancellation; only the latest lookup continues. */
  #preparations = 0;
  /** The new line that is being entered, and its displayed row. That it has no quantity yet is no problem. */
  #entered: { key: LineKey; row: number } | null = null;
  #promised: PromisedLines = new Map();
  #reference = '';
  #told: CheckRecord | null = null;
  /** Of the order as it was loaded, until all products are known. */
  #summary: StoredOrder['contents']['summary'];

  constructor(options: OrderSessionOptions) {
    const { header, contents } = options.stored;
    this.#options = options;
    this.id = header.id;
    this.owner = header.owner;
    this.#summary = contents.summary;
    const formatQuantity = memoize(options.formatQuantity);
    const formatted = (line: DraftLine) =>
      line.quantity === null ? line : { ...line, quantityText: formatQuantity(line.quantity) };
    const lines = contents.lines.map(formatted);
    const cleared = contents.cleared?.map(formatted) ?? null;
    this.#results = new OrderResults(options.present, contents.check);
    this.#products = new ProductDirectory(options.catalog, () => this.#linesChanged());
    const { source = gatewaySource, onCheck } = options;
    const { owner } = this;
    this.check = new OrderCheck(this.#results, {
      ...source,
      owner,
      onStart: onCheck,
      queries: () => this.queries.list,
    });
    this.#automatic = new AutomaticCheck({
      productsSettled: () => this.#products.settled(),
      check: (keys) => this.check.checkLines(keys),
      onEnd: () => this.#showSoon(),
    });
    this.state = createStore({
      name: header.name,
      customer: header.customer ?? '',
      shipBy: contents.shipBy ?? null,
      previous: contents.previous,
      cleared,
      // Both follow when the lines are there.
      overview: orderOverview([], this.#knowledge(null), false),
      progress: { phase: 'idle', total: 0, done: 0, pausedUntil: null, canRetry: false },
      isPreparing: false,
    });
    // A cleared order starts with its lines before clearing, so that clearing can be undone.
    this.lines = new GridStore<DraftLine, LineView>(cleared ?? lines, {
      derive: (line, before) => lineView(line, before, this.#knowledge()),
    });
    if (cleared) this.lines.replaceAll(lines, msg`Clear order`);
    this.grid = new GridSession({ store: this.lines, createRow: (key) => blankLine(key, this.state.get().shipBy) });
    this.#set({ overview: this.#overview(), progress: this.check.getSnapshot() });
    this.lines.onEdit((edit) => this.#onEdit(edit));
    this.grid.selection.subscribe(() => {
      if (this.#entered === null || this.grid.selection.getState().active.row === this.#entered.row) return;
      this.#entered = null;
      this.#showSoon();
    });
    this.check.subscribe(() => {
      if (this.check.phase !== this.state.get().progress.phase) this.#set({ progress: this.check.getSnapshot() });
      this.#showSoon();
    });
    this.#products.request(lines.map(({ product }) => product));
  }

  /** Whether all lines are blank. Always current, unlike the overview. */
  get isEmpty(): boolean {
    return this.lines.getRows().every(isBlank);
  }

  /** The customer's reference, as it was promised with, or the order's name. */
  get reference(): string {
    return this.#reference || this.state.get().name;
  }

  /** What was promised of the lines. */
  get promised(): PromisedLines {
    return this.#promised;
  }

  /** The queries of the lines that can be checked. */
  get queries(): OrderQueries {
    return (this.#queries ??= orderQueries(this.lines.getRows(), {
      findProduct: (text) => this.#products.find(text),
      promised: this.#promised,
    }));
  }

  /** Number of a line, from 1, in unsorted order. */
  numberOf = (key: LineKey): number => this.queries.numbers.get(key) ?? 0;

  /**
   * Compares the results with what was promised. Closed lines are no longer checked, and take no stock from the others.
   */
  setPromised(promised: PromisedLines, reference = ''): void {
    this.#reference = reference;
    if (promised.size === 0 && this.#promised.size === 0) return;
    this.#promised = promised;
    this.#told = toldRecord(promised);
    this.#linesChanged();
  }

  /** Compares the results with those of another check. */
  compareWith(previous: CheckRecord | null): void {
    this.#set({ previous });
    this.#show();
  }

  /** Returns the product's stock calendar as of today; null if it isn't loaded. */
  timelineOf(productId: ProductId): StockTimeline | null {
    return this.#results.timelineOf(productId);
  }

  rename(name: string): void {
    this.#set({ name });
    this.#options.onChange('order');
  }

  setCustomer(customer: string): void {
    this.#set({ customer });
    this.#options.onChange('order');
  }

  /** Sets the ship-by date of all lines, including those added later. */
  setShipBy(shipBy: CalendarDate | null): void {
    this.#set({ shipBy });
    const written = this.lines.getRows().filter((line) => !isBlank(line));
    this.lines.setCells(
      written.map(({ key }) => ({ key, cells: { shipBy } })),
      msg`Ship by (all lines)`,
    );
    this.#options.onChange('order');
    this.#show();
  }

  /** Deletes all lines, and the ship-by date for lines added later. Undo brings the lines back. */
  clear(): void {
    this.#set({ shipBy: null });
    this.lines.replaceAll([], msg`Clear order`);
    this.#options.onChange('order');
    this.#show();
  }

  /** Creates lines with keys of this order and quantities in the user's format. */
  makeLines(lines: readonly NewLine[]): DraftLine[] {
    // Memoized, since most quantities occur on several lines.
    const formatQuantity = memoize(this.#options.formatQuantity);
    return lines.map((line) =>
      draftLine(this.lines.newKey(), { ...line, shipBy: line.shipBy ?? this.state.get().shipBy }, formatQuantity),
    );
  }

  /** Adds lines after the last one that isn't blank, replacing blank ones. */
  appendLines(lines: readonly DraftLine[], label: MessageDescriptor): void {
    const rows = this.lines.getRows();
    const last = rows.findLastIndex((row) => !isBlank(row));
    this.lines.transact(label, () => {
      this.lines.deleteRows(
        rows.slice(last + 1).map(({ key }) => key),
        label,
      );
      this.lines.append(lines, label);
    });
  }

  /** Splits a line that is late or not available into the part that can ship (on time) and, below it, the rest. */
  splitLine(key: LineKey): void {
    const part = this.#partOf(key);
    const row = this.lines.getRow(key);
    if (!part || !row || row.quantity === null) return;
    const { quantityText: _, ...whole } = row;
    const rest = this.makeLines([{ ...whole, quantity: row.quantity - part.quantity }]);
    const label = msg`Split line`;
    this.lines.transact(label, () => {
      this.lines.setCells([{ key, cells: part }], label);
      this.lines.insertRows(this.lines.getKeys().indexOf(key) + 1, rest, label);
    });
  }

  /** Orders only the part of a line that can ship, by its ship-by date if it has one. */
  reduceLine(key: LineKey): void {
    const part = this.#partOf(key);
    if (part) this.lines.setCells([{ key, cells: part }], msg`Change quantity`);
  }

  /** Quantity of a line's part that can ship, with what was closed of it; null without one. */
  #partOf(key: LineKey): { quantity: Thousandths; quantityText: string } | null {
    const { advice, closed } = this.lines.getEntry(key)?.derived ?? {};
    if (!advice?.part) return null;
    const quantity = advice.part.quantity + (closed?.quantity ?? 0);
    return { quantity, quantityText: this.#options.formatQuantity(quantity) };
  }

  /** Sets the ship-by date of one line. */
  setShipByOf(key: LineKey, shipBy: CalendarDate): void {
    this.lines.setCells([{ key, cells: { shipBy } }], msg`Change ship-by date`);
  }

  /** Moves a line before those of its product above, so that stock is promised to it first. */
  shipFirst(key: LineKey): void {
    const [first = key] = this.queries.byKey.get(key)?.lines ?? [];
    this.lines.moveRow(key, first, msg`Ship this line first`);
  }

  /** Confirms that a line's quantity is in the product's unit. */
  confirmUnit(key: LineKey): void {
    this.lines.setCells([{ key, cells: { writtenUnit: '' } }], msg`Confirm unit`);
  }

  /** Replaces an unknown product. */
  replaceProduct(key: LineKey, product: string): void {
    this.lines.setCells([{ key, cells: { product } }], msg`Edit`);
  }

  /** Looks up missing products, then checks all lines (`checkAll`) or those without a reliable result. */
  async startCheck(checkAll: boolean): Promise<void> {
    if (this.isInFlight) return;
    this.#entered = null;
    this.#automatic.cancel();
    if (!(await this.#prepare())) return;
    this.#automatic.clear();
    // Results that were loaded belong to their lines now that their products are known.
    this.#show();
    const { oldestCheck } = this.state.get().overview.summary;
    if (checkAll && oldestCheck !== null)
      this.#set({ previous: recordCheck(summaryLines(this.lines.getRows(), this.#knowledge()), oldestCheck) });
    await (checkAll ? this.check.checkAnew() : this.check.check());
    this.#show();
  }

  /** Whether a check is running or its products are being looked up. */
  get isInFlight(): boolean {
    return this.state.get().isPreparing || this.check.phase !== 'idle';
  }

  cancel(): void {
    this.#stop();
    this.#show();
  }

  /** Resolves when all products are looked up and shown. */
  settled = async (): Promise<void> => {
    await this.#products.settled();
    this.#show();
  };

  /** Reevaluates all results for another day or stock. */
  setPresent(present: CheckedOn): void {
    const { day, stock } = this.#results.present;
    if (day === present.day && stock === present.stock) return;
    this.#results.setPresent(present);
    this.#show();
  }

  /** Returns the order to store. */
  stored(): StoredOrder {
    const lines = this.lines.getRows();
    const { id, owner } = this;
    const { name, customer, previous, cleared, shipBy } = this.state.get();
    const lineCount = lines.filter((line) => !isBlank(line)).length;
    // Until all products are known, results that were loaded don't belong to a line yet.
    const isKnown = lines.every(({ product }) => product.trim() === '' || this.#products.find(product) !== undefined);
    const first = lines.find(({ product }) => product.trim() !== '')?.product;
    const firstProduct = first && (this.#products.find(first)?.product?.name ?? first);
    const { summary } = this.#overview();
    // Earlier results are of their day, and so is what the list of orders says of them.
    if (isKnown && summary.counts.outdated === 0) {
      const { day, stock } = this.#results.present;
      this.#summary = entrySummary(summary, day, dataVersionOf(owner, stock)) ?? undefined;
    }
    return {
      header: { id, owner, name, ...(customer && { customer }), firstProduct, changedAt: Date.now(), lineCount },
      contents: {
        lines,
        check: this.#results.save(isKnown ? this.queries.list : this.#results.all()),
        previous,
        cleared: lineCount === 0 ? cleared : null,
        shipBy,
        summary: this.#summary,
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#views.cancel();
  }

  /** Looks up new and failed products. Returns false if canceled in the meantime. */
  async #prepare(): Promise<boolean> {
    const preparation = (this.#preparations += 1);
    this.#set({ isPreparing: true });
    this.#products.request(
      this.lines.getRows().map(({ product }) => product),
      true,
    );
    await this.#products.settled();
    if (preparation !== this.#preparations) return false;
    this.#set({ isPreparing: false });
    return true;
  }

  #stop(): void {
    this.#preparations += 1;
    this.#automatic.cancel();
    this.#set({ isPreparing: false });
    this.check.cancel();
  }

  #onEdit({ cause, rows: changed }: StoreEdit<DraftLine>): void {
    const [[key = 0, before] = []] = changed;
    if (cause === 'entry' && before === null) this.#entered = { key, row: this.grid.selection.getState().active.row };
    this.#automatic.noteEdit();
    const rows = this.lines.getRows();
    this.#products.request(rows.map(({ product }) => product));
    if (rows.some((row) => !isBlank(row))) this.#set({ cleared: rows });
    this.#linesChanged();
    this.#options.onChange('order');
  }

  /** Updates queries after a change. Changed lines are checked shortly after. */
  #linesChanged(): void {
    const before = this.queries.byKey;
    this.#queries = null;
    this.lines.invalidateDerived();
    this.check.touch();
    this.#showSoon();
    const changed = this.queries.list.filter((query) => {
      const requested = before.get(query.key);
      const isSame = requested?.productId === query.productId && requested.quantity === query.quantity;
      // Results of an earlier day stay until the user checks again.
      return !isSame && this.#results.stateOf(query).kind !== 'outdated';
    });
    this.#automatic.add(changed.map(({ key }) => key));
  }

  #set(change: Partial<OrderState>): void {
    this.state.setState((state) => ({ ...state, ...change }));
  }

  #showSoon(): void {
    if (!this.#isClosed) this.#views.schedule();
  }

  #show(): void {
    if (this.#isClosed) return;
    this.lines.invalidateDerived();
    this.#set({ overview: this.#overview(), progress: this.check.getSnapshot() });
    this.#options.onChange('results');
  }

  /** What lines and overview are derived from. */
  #knowledge(previous = this.state.get().previous): OrderKnowledge {
    return {
      results: this.#results,
      findProduct: (text) => this.#products.find(text),
      queryOf: (key) => this.queries.byKey.get(key),
      numberOf: this.numberOf,
      isEntered: (key) => key === this.#entered?.key,
      previous,
      promised: this.#promised,
      told: this.#told,
    };
  }

  #overview(): OrderOverview {
    return orderOverview(this.lines.getRows(), this.#knowledge(), this.#automatic.isPending);
  }
}

/** The part of an order's state that a component shows. */
export function useOrder<Selected>({ state }: Pick<OrderSession, 'state'>, select: (state: OrderState) => Selected) {
  return useSelector(state, select);
}
