import { OrderCheck } from '#api/order-check/order-check.ts';
import { gatewaySource } from '#api/stock-source.ts';
import { type CheckRecord, recordCheck } from '#domain/order/check-record.ts';
import { isBlank, type LineKey } from '#domain/order/order-line.ts';
import { GridStore, type StoreEdit } from '#features/grid/grid-store.ts';
import type { AnswersThen } from '#features/saved-orders/order-link.ts';
import { type DraftLine, draftLine, type NewLine, type StoredOrder } from '#features/saved-orders/saved-order.ts';
import { todayIn } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';
import {
  type Comparison,
  comparisonOf,
  type OrderOverview,
  orderOverview,
} from '#pages/order/verdict/order-overview.ts';

import { type LineView, lineView } from './line-view.ts';
import { type Catalogue, ProductDirectory } from './product-directory.ts';
import { ThrottledTask } from './throttled-task.ts';

export interface OrderSessionOptions {
  stored: StoredOrder;
  catalogue: Catalogue;
  /** Writes a quantity the person's way. */
  formatQuantity: (quantity: Thousandths) => string;
  /** Called soon after something changed that is worth keeping: what the person wrote, or what the service said of it. */
  onChange: (what: 'order' | 'answers') => void;
}

let sessions = 0;

/** Results are shown as they come, at a pace that leaves the machine to the check. */
const pauseBetweenViews = 90;

/**
 * One open order: its lines, which products they mean, what the service said, and what that says together. Lives as
 * long as the page in the browser, whichever screen is shown.
 */
export class OrderSession {
  /** Under which it is kept; another one after a change in two tabs. */
  id: string;
  readonly owner: string;
  readonly lines: GridStore<DraftLine, LineView>;
  readonly check: OrderCheck;
  readonly directory: ProductDirectory;
  readonly name: Observable<string>;
  readonly overview: Observable<OrderOverview>;
  /** Whether the products of the lines are being looked up, so that the check can begin. */
  readonly isPreparing = new Observable(false);
  /** Tells sessions apart, whatever becomes of their ids. */
  readonly serial = (sessions += 1);
  readonly #options: OrderSessionOptions;
  readonly #views = new ThrottledTask(
    () => this.#showViews(),
    () => pauseBetweenViews,
  );
  /** Counts lookups before a check, and what stopped them: only the latest goes on to its check. */
  #preparations = 0;
  #previous: CheckRecord | null;
  #today = todayIn();

  constructor(options: OrderSessionOptions) {
    const { header, contents } = options.stored;
    this.#options = options;
    this.id = header.id;
    this.owner = header.owner;
    this.name = new Observable(header.name);
    this.#previous = contents.previous;
    this.lines = new GridStore<DraftLine, LineView>(contents.lines);
    this.check = new OrderCheck(gatewaySource, contents.check ?? undefined);
    this.directory = new ProductDirectory(options.catalogue, (texts) => this.#onFound(texts));
    this.check.setLines(this.lines.getRows());
    this.overview = new Observable(this.#overview());
    this.lines.onEdit((edit) => this.#onEdit(edit));
    this.check.subscribe(() => this.#views.ask());
    this.directory.want(contents.lines.map(({ product }) => product));
    this.#views.now();
  }

  get previous(): CheckRecord | null {
    return this.#previous;
  }

  /** The answers as they stand, one for each line that says something; null where there is none. */
  recordNow(): AnswersThen | null {
    const { oldestCheck } = this.overview.get().verdict;
    if (oldestCheck === null) return null;
    const lines = this.lines.getRows().filter((line) => !isBlank(line));
    const record = recordCheck(lines, (line) => this.check.answers.stateOf(line), oldestCheck);
    return { checkedAt: oldestCheck, outcomes: lines.map(({ key }) => record.lines.get(key) ?? null) };
  }

  /** Has the answers that came with the lines of a link be compared with those to come. */
  compareWith(record: CheckRecord): void {
    this.#previous = record;
    this.#views.now();
  }

  rename(name: string): void {
    this.name.set(name);
    this.#options.onChange('order');
  }

  /** Lines with keys of this order, written the person's way. */
  makeLines(lines: readonly NewLine[]): DraftLine[] {
    // Most quantities of an order stand on several of its lines.
    const written = new Map<Thousandths, string>();
    const formatQuantity = (quantity: Thousandths) => {
      const known = written.get(quantity);
      if (known !== undefined) return known;
      const text = this.#options.formatQuantity(quantity);
      written.set(quantity, text);
      return text;
    };
    return lines.map((line) => draftLine(this.lines.newKey(), line, formatQuantity));
  }

  /** Adds lines after the last that says something, in place of blank ones there. */
  appendLines(lines: readonly DraftLine[], label: string): void {
    const rows = this.lines.getRows();
    const last = rows.findLastIndex((row) => !isBlank(row));
    this.lines.transact(label, () => {
      this.lines.deleteRows(
        rows.slice(last + 1).map(({ key }) => key),
        { label },
      );
      this.lines.append(lines, { label });
    });
  }

  /** Looks up what isn't yet, then asks for every line without an answer, or for all anew. */
  async startCheck(anew: boolean): Promise<void> {
    if (this.isUnderWay || !(await this.#prepare())) return;
    if (anew) {
      const { verdict } = this.overview.get();
      this.#previous = recordCheck(
        this.lines.getRows(),
        (line) => this.check.answers.stateOf(line),
        verdict.oldestCheck ?? Date.now(),
      );
    }
    this.#views.now();
    await (anew ? this.check.checkAnew() : this.check.check());
    this.#views.now();
  }

  /** Whether a check is under way, or looks its products up. */
  get isUnderWay(): boolean {
    return this.isPreparing.get() || this.check.getSnapshot().phase !== 'idle';
  }

  /** Whether every line that can be asked has an answer to count on, so that a check would ask all of them anew. */
  isAnswered(): boolean {
    const { counts } = this.overview.get().verdict;
    return counts.unasked + counts.checking + counts['not-answered'] + counts['not-trusted'] === 0;
  }

  /** Whether there are answers to be asked for anew. */
  canRecheck(): boolean {
    return this.overview.get().verdict.oldestCheck !== null && this.check.getSnapshot().phase === 'idle';
  }

  /** Asks for what has no answer to count on; for lines without one for want of their product once that is looked up. */
  async retry(): Promise<void> {
    const failed = this.lines.getRows().filter(({ productId, lookupFailure }) => productId === null && lookupFailure);
    if (this.isUnderWay || !(await this.#prepare())) return;
    await this.check.retry(new Set(failed.map(({ key }) => key)));
    this.#views.now();
  }

  cancel(): void {
    this.#stop();
    this.#views.now();
  }

  /** Ends when everything is looked up, and shown. */
  async settled(): Promise<void> {
    await this.directory.settled();
    this.#views.now();
  }

  /** Reads all of it again as of the person's new day. */
  turnDay(): void {
    this.#views.now();
  }

  /** What is to be kept. */
  stored(): StoredOrder {
    const lines = this.lines.getRows();
    return {
      header: {
        id: this.id,
        owner: this.owner,
        name: this.name.get(),
        changedAt: Date.now(),
        lineCount: lines.filter((line) => !isBlank(line)).length,
      },
      contents: { lines, check: this.check.save(), previous: this.#previous },
    };
  }

  close(): void {
    this.#stop();
    this.#views.stop();
  }

  /** Looks up what isn't yet, or failed. Whether to go on after it: not where it was stopped meanwhile. */
  async #prepare(): Promise<boolean> {
    const preparation = (this.#preparations += 1);
    this.isPreparing.set(true);
    this.directory.retry(this.lines.getRows().map(({ product }) => product));
    await this.directory.settled();
    if (preparation !== this.#preparations) return false;
    this.isPreparing.set(false);
    return true;
  }

  #stop(): void {
    this.#preparations += 1;
    this.isPreparing.set(false);
    this.check.cancel();
  }

  #onEdit({ rows }: StoreEdit<DraftLine>): void {
    const wanted: string[] = [];
    const changed: LineKey[] = [];
    for (const [key, { before, after }] of rows) {
      if (after === null) continue;
      if (before?.product !== after.product || after.productId === null) {
        changed.push(key);
        wanted.push(after.product);
      }
    }
    this.directory.want(wanted);
    if (!this.#identify(changed)) this.check.setLines(this.lines.getRows());
    this.#views.ask();
    this.#options.onChange('order');
  }

  #onFound(texts: readonly string[]): void {
    if (texts.length > 0) this.#identify(this.lines.getKeys());
    this.#views.ask();
  }

  /** Has the lines say which product their text means. Whether any did change. */
  #identify(keys: readonly LineKey[]): boolean {
    const changes = [];
    for (const key of keys) {
      const line = this.lines.getRow(key);
      if (line === undefined) continue;
      const finding = this.directory.find(line.product);
      const productId = finding?.productId ?? null;
      const notFound = finding !== undefined && productId === null;
      const lookupFailure = this.directory.failureOf(line.product);
      const isSame = line.productId === productId && (line.notFound ?? false) === notFound;
      if (!isSame || (line.lookupFailure ?? null) !== lookupFailure) {
        changes.push({ key, cells: { productId, notFound, lookupFailure } });
      }
    }
    if (changes.length > 0) this.lines.setCells(changes, { label: '', undoable: false });
    return changes.length > 0;
  }

  #showViews(): void {
    this.#today = todayIn();
    const overview = this.#overview();
    const knowledge = {
      answers: this.check.answers,
      together: overview.verdict.together,
      find: (text: string) => this.directory.find(text),
      previous: this.#previous,
      today: this.#today,
    };
    const changed: [LineKey, LineView | undefined][] = [];
    for (const key of this.lines.getKeys()) {
      const entry = this.lines.getEntry(key);
      if (entry === undefined) continue;
      const view = lineView(entry.row, entry.derived, knowledge);
      if (view !== entry.derived) changed.push([key, view]);
    }
    this.lines.setDerived(changed);
    this.overview.set({ ...overview, comparison: this.#comparison() });
    this.#options.onChange('answers');
  }

  #comparison(): Comparison | null {
    if (this.#previous === null) return null;
    return comparisonOf(
      this.#previous.checkedAt,
      this.lines.getKeys().map((key) => this.lines.getEntry(key)?.derived?.change ?? null),
    );
  }

  #overview(): OrderOverview {
    return orderOverview(this.lines.getRows(), this.check.answers, this.#today, this.#previous);
  }
}

/** A value that tells when it changes. */
export class Observable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get = (): Value => this.#value;

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
