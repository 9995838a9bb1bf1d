import { AnswerBook, type CheckedOn, isRetryable } from '#api/order-check/answer-book.ts';
import { OrderCheck, type OrderCheckSnapshot } from '#api/order-check/order-check.ts';
import { gatewaySource, type StockSource } from '#api/stock-source.ts';
import type { ProductId } from '#contract/product-id.ts';
import { changeSince, type CheckRecord, type LineChange, recordCheck } from '#domain/order/check-record.ts';
import { lineAdvice } from '#domain/order/line-advice.ts';
import { daysLate, type LineState, resultOf, unasked } from '#domain/order/line-state.ts';
import {
  isAskableQuantity,
  isBlank,
  type LineKey,
  type LineQuestion,
  lineQuestions,
} from '#domain/order/order-line.ts';
import { orderSummary, type OrderSummary, type SummaryLine } from '#domain/order/order-summary.ts';
import { isSameUnit } from '#domain/order-list/unit-word.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { GridSession } from '#features/grid/grid-session.ts';
import { GridStore } from '#features/grid/grid-store.ts';
import type { AnswersThen } from '#features/saved-orders/order-link.ts';
import {
  blankLine,
  type DraftLine,
  draftLine,
  type NewLine,
  type StoredOrder,
} from '#features/saved-orders/saved-order.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { Observable } from '#lib/observable.ts';
import { remembered } from '#lib/remembered.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { type LineProblem, type LineView, sameView } from './line-view.ts';
import { type Catalogue, type Finding, ProductDirectory } from './product-directory.ts';
import { ThrottledTask } from './throttled-task.ts';

export interface OrderSessionOptions {
  stored: StoredOrder;
  catalogue: Catalogue;
  /** What results hold for now. */
  present: CheckedOn;
  source?: Omit<StockSource, 'search' | 'today'>;
  /** Writes a quantity the person's way. */
  formatQuantity: (quantity: Thousandths) => string;
  /** Called soon after something changed that is worth keeping: what the person wrote, or what the service said of it. */
  onChange: (what: 'order' | 'answers') => void;
}

/** How many lines changed since the check before, and in which way. */
export interface Comparison extends Record<Exclude<LineChange['kind'], 'unchanged'>, number> {
  /** When the check before was, in milliseconds since 1970. */
  since: number;
  /** Lines that could be compared. */
  compared: number;
}

/** How an order stands as a whole. A new object after every change. */
export interface OrderOverview {
  verdict: OrderSummary;
  /** Lines that say something. */
  lineCount: number;
  /** Whether products could not be looked up, so that names and units are missing. */
  lacksNames: boolean;
  /** Lines that a check left without a result, as one that was stopped. */
  leftOut: number;
  /** Whether edited lines are about to check themselves, or do. */
  checksItself: boolean;
  /** Lines that the latest check brought nothing for, so that they show an earlier result. */
  kept: number;
  /** What changed since the check before; null where there is none to compare with. */
  comparison: Comparison | null;
  /** The check that results are compared with; null where there is none. */
  before: CheckRecord | null;
  /** The ship-by date of lines to come. */
  shipBy: CalendarDate | null;
}

let sessions = 0;

/** Milliseconds between views; while a check is under way longer, as thousands of lines are worked out for each. */
const pauseBetweenViews = 90;
const pauseWhileChecking = 300;
/** An edited line is checked once the person pauses. */
const pauseBeforeCheck = 700;

/**
 * One open order and the one owner of its state: lines as typed, which products they mean, and what is known of stock.
 * Everything else is derived from these when it is read: what each line asks, its view, and the overview. Lives as long
 * as the page in the browser, whichever screen is shown.
 */
export class OrderSession {
  /** Under which it is kept; another one after a change in two tabs. */
  id: string;
  readonly owner: string;
  readonly lines: GridStore<DraftLine, LineView>;
  /** What is selected and edited in the lines, and how they are shown. */
  readonly grid: GridSession<DraftLine, LineView>;
  readonly check: OrderCheck;
  readonly name: Observable<string>;
  readonly overview: Observable<OrderOverview>;
  /** How its check stands: told at once when another phase begins, else with the views. */
  readonly progress: Observable<OrderCheckSnapshot>;
  /** Whether the products of the lines are being looked up, so that the check can begin. */
  readonly isPreparing = new Observable(false);
  /** Tells sessions apart, whatever becomes of their ids. */
  readonly serial = (sessions += 1);
  readonly #options: OrderSessionOptions;
  readonly #products: ProductDirectory;
  readonly #book: AnswerBook;
  readonly #views = new ThrottledTask(
    () => this.#show(),
    () => (this.isUnderWay ? pauseWhileChecking : pauseBetweenViews),
  );
  #asked: { list: readonly LineQuestion[]; byKey: ReadonlyMap<LineKey, LineQuestion> } | null = null;
  #numbers: ReadonlyMap<LineKey, number> | null = null;
  /** Lines that ask something else since the last check, and are to be checked by themselves. */
  readonly #edited = new Set<LineKey>();
  #autoCheck: ReturnType<typeof setTimeout> | undefined;
  #checksItself = false;
  /** Whether the order was checked: from then on, edited lines check themselves. */
  #isChecked: boolean;
  #isClosed = false;
  /** Counts lookups before a check, and what stopped them: only the latest goes on to its check. */
  #preparations = 0;
  #previous: CheckRecord | null;
  #shipBy: CalendarDate | null;
  #cleared: readonly DraftLine[] | null;

  constructor(options: OrderSessionOptions) {
    const { header, contents } = options.stored;
    this.#options = options;
    this.id = header.id;
    this.owner = header.owner;
    this.name = new Observable(header.name);
    this.#previous = contents.previous;
    this.#shipBy = contents.shipBy ?? null;
    this.#cleared = contents.cleared ?? null;
    this.#book = new AnswerBook(options.present, contents.check);
    this.#products = new ProductDirectory(options.catalogue, contents.products ?? [], () => this.#linesChanged());
    const { source = gatewaySource } = options;
    this.check = new OrderCheck(this.#book, { ...source, questions: () => this.questions.list });
    // A cleared order is one of which the clearing can be undone.
    this.lines = new GridStore<DraftLine, LineView>(this.#cleared ?? contents.lines, {
      derive: (line, before) => this.#view(line, before),
    });
    if (this.#cleared) this.lines.replaceAll(contents.lines, '');
    this.grid = new GridSession({ store: this.lines, createRow: (key) => blankLine(key, this.#shipBy) });
    this.overview = new Observable(this.#overview());
    this.#isChecked = this.overview.get().verdict.oldestCheck !== null;
    this.lines.onEdit(() => this.#onEdit());
    this.progress = new Observable(this.check.getSnapshot());
    this.check.subscribe(() => {
      if (this.check.phase !== this.progress.get().phase) this.progress.set(this.check.getSnapshot());
      this.#showSoon();
    });
    this.#products.want(contents.lines.map(({ product }) => product));
  }

  /** Whether no line says anything yet: at once, where the overview follows a little later. */
  get isEmpty(): boolean {
    return this.lines.getRows().every(isBlank);
  }

  /** What the lines ask, in list order. */
  get questions(): { list: readonly LineQuestion[]; byKey: ReadonlyMap<LineKey, LineQuestion> } {
    if (this.#asked !== null) return this.#asked;
    const counted = this.lines.getRows().flatMap((line) => {
      const productId = this.#products.find(line.product)?.productId ?? null;
      const { key, quantity } = line;
      const counts = productId !== null && isAskableQuantity(quantity) && this.#problemOf(line) !== 'other-unit';
      return counts ? { key, productId, quantity } : [];
    });
    const list = lineQuestions(counted);
    return (this.#asked = { list, byKey: new Map(list.map((question) => [question.key, question])) });
  }

  /** The results as they are, one for each line that says something; null where there is none. */
  recordNow(): AnswersThen | null {
    const { oldestCheck, completion } = this.overview.get().verdict;
    if (oldestCheck === null) return null;
    const lines = this.#summaryLines();
    const record = recordCheck(lines, oldestCheck);
    const real = completion.kind === 'known' ? completion.real : null;
    return {
      checkedAt: oldestCheck,
      outcomes: lines.map(({ key, state: { kind } }) => {
        const isOpen = kind === 'unknown-product' || kind === 'unit-differs' || isRetryable(kind);
        return record.lines.get(key) ?? (isOpen ? kind : null);
      }),
      stockOnly: real?.kind === 'date' ? real.date : real?.kind === 'none' ? 'none' : undefined,
    };
  }

  /** The stock calendar of a product as of today; null where it isn't loaded. */
  timelineOf(productId: ProductId): StockTimeline | null {
    return this.#book.timelineOf(productId);
  }

  rename(name: string): void {
    this.name.set(name);
    this.#options.onChange('order');
  }

  /** Sets the ship-by date of all lines, and of those to come. */
  setShipBy(shipBy: CalendarDate | null, label: string): void {
    this.#shipBy = shipBy;
    const written = this.lines.getRows().filter((line) => !isBlank(line));
    this.lines.setCells(
      written.map(({ key }) => ({ key, cells: { neededBy: shipBy } })),
      label,
    );
    this.#show();
  }

  /** Lines with keys of this order, written the person's way. */
  makeLines(lines: readonly NewLine[]): DraftLine[] {
    // Most quantities of an order stand on several of its lines.
    const formatQuantity = remembered(this.#options.formatQuantity);
    return lines.map((line) =>
      draftLine(this.lines.newKey(), { ...line, neededBy: line.neededBy ?? this.#shipBy }, formatQuantity),
    );
  }

  /** Adds lines after the last that says something, in place of blank ones there. */
  appendLines(lines: readonly DraftLine[], label: string): void {
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

  /** Makes the part of a late line that ships on time a line of its own, above the rest. */
  splitLine(key: LineKey, label: string): void {
    const entry = this.lines.getEntry(key);
    const part = entry?.derived?.advice?.part;
    if (!entry || !part || entry.row.quantity === null) return;
    const { quantityText: _, ...row } = entry.row;
    const rests = entry.row.quantity - part.quantity;
    const [first, rest] = this.makeLines([Object.assign({}, row, part), Object.assign({}, row, { quantity: rests })]);
    if (!first || !rest) return;
    this.lines.transact(label, () => {
      const { quantity, quantityText } = first;
      this.lines.setCells([{ key, cells: { quantity, quantityText } }], label);
      this.lines.insertRows(this.lines.getKeys().indexOf(key) + 1, [rest], label);
    });
  }

  /** Takes a line's quantity as one in the product's unit. */
  confirmUnit(key: LineKey, label: string): void {
    this.lines.setCells([{ key, cells: { writtenUnit: '' } }], label);
  }

  /** Looks up what isn't yet, then asks for every line anew, or for those without a result to count on. */
  async startCheck(anew: boolean): Promise<void> {
    if (this.isUnderWay) return;
    clearTimeout(this.#autoCheck);
    this.#checksItself = false;
    if (!(await this.#prepare())) return;
    const { oldestCheck } = this.overview.get().verdict;
    if (anew && oldestCheck !== null) this.#previous = recordCheck(this.#summaryLines(), oldestCheck);
    this.#isChecked = true;
    this.#edited.clear();
    this.#show();
    await (anew ? this.check.checkAnew() : this.check.check());
    this.#show();
  }

  /** Whether a check is under way, or looks its products up. */
  get isUnderWay(): boolean {
    return this.isPreparing.get() || this.check.phase !== 'idle';
  }

  cancel(): void {
    this.#stop();
    this.#show();
  }

  /** Ends when everything is looked up, and shown. */
  settled = async (): Promise<void> => {
    await this.#products.settled();
    this.#show();
  };

  /** Reads all of it again: for another day, or after an import. */
  setPresent(present: CheckedOn): void {
    const { day, stock } = this.#book.present;
    if (day === present.day && stock === present.stock) return;
    this.#book.setPresent(present);
    this.#show();
  }

  /** What is to be kept. */
  stored(): StoredOrder {
    const lines = this.lines.getRows();
    const { id, owner } = this;
    const lineCount = lines.filter((line) => !isBlank(line)).length;
    return {
      header: { id, owner, name: this.name.get(), changedAt: Date.now(), lineCount },
      contents: {
        lines,
        check: this.#book.save(this.questions.list),
        previous: this.#previous,
        products: this.#products.save(lines.map(({ product }) => product)),
        cleared: lineCount === 0 ? this.#cleared : null,
        shipBy: this.#shipBy,
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#views.stop();
  }

  /** Looks up what isn't yet, or failed. Whether to go on after it: not where it was stopped meanwhile. */
  async #prepare(): Promise<boolean> {
    const preparation = (this.#preparations += 1);
    this.isPreparing.set(true);
    this.#products.want(
      this.lines.getRows().map(({ product }) => product),
      true,
    );
    await this.#products.settled();
    if (preparation !== this.#preparations) return false;
    this.isPreparing.set(false);
    return true;
  }

  #stop(): void {
    this.#preparations += 1;
    this.#checksItself = false;
    clearTimeout(this.#autoCheck);
    this.isPreparing.set(false);
    this.check.cancel();
  }

  #onEdit(): void {
    const rows = this.lines.getRows();
    this.#products.want(rows.map(({ product }) => product));
    if (rows.some((row) => !isBlank(row))) this.#cleared = rows;
    this.#linesChanged();
    this.#options.onChange('order');
  }

  /** Lines may ask something else now; those that do check themselves once the order was checked. */
  #linesChanged(): void {
    const before = this.#asked?.byKey;
    this.#asked = null;
    this.#numbers = null;
    this.lines.rederive();
    this.check.touch();
    this.#showSoon();
    if (!this.#isChecked) return;
    for (const { key, productId, quantity } of this.questions.list) {
      const asked = before?.get(key);
      if (asked?.productId !== productId || asked.quantity !== quantity) this.#edited.add(key);
    }
    if (this.#edited.size === 0) return;
    clearTimeout(this.#autoCheck);
    this.#checksItself = true;
    this.#autoCheck = setTimeout(() => void this.#checkEdited(), pauseBeforeCheck);
  }

  async #checkEdited(): Promise<void> {
    const preparation = this.#preparations;
    await this.#products.settled();
    if (preparation !== this.#preparations) return;
    const keys = [...this.#edited];
    this.#edited.clear();
    await this.check.checkLines(keys);
    this.#checksItself = this.#edited.size > 0;
    this.#showSoon();
  }

  #showSoon(): void {
    if (!this.#isClosed) this.#views.ask();
  }

  #show(): void {
    if (this.#isClosed) return;
    this.lines.rederive();
    this.overview.set(this.#overview());
    this.progress.set(this.check.getSnapshot());
    this.#options.onChange('answers');
  }

  #problemOf(line: DraftLine, finding: Finding | undefined = this.#products.find(line.product)): LineProblem | null {
    if (line.product.trim() === '') return 'no-product';
    if (finding && finding.productId === null && !finding.failure) return 'not-found';
    if (line.quantity === null) return 'no-quantity';
    const unit = finding?.product?.unit ?? null;
    // A unit is never converted: where it isn't the product's, the person decides what was meant.
    if (line.writtenUnit !== '' && unit !== null && !isSameUnit(line.writtenUnit, unit)) return 'other-unit';
    return line.neededBy !== null && line.neededBy < this.#book.present.day ? 'past-date' : null;
  }

  #stateOf(line: DraftLine, problem: LineProblem | null): LineState {
    if (problem === 'other-unit') return unitDiffers;
    if (problem === 'not-found') return unknownProduct;
    const question = this.questions.byKey.get(line.key);
    if (question === undefined) {
      const failure = this.#products.find(line.product)?.failure;
      return failure && isAskableQuantity(line.quantity) ? failure : unasked;
    }
    return isAskableQuantity(question.quantity) ? this.#book.stateOf(question) : tooMuchTogether;
  }

  #summaryLine(line: DraftLine): SummaryLine {
    const { key } = line;
    const state = this.#stateOf(line, this.#problemOf(line));
    // A day that was over is rejected: nothing is late for it.
    const day = state.kind === 'outdated' ? state.day : this.#book.present.day;
    const neededBy = line.neededBy !== null && line.neededBy < day ? null : line.neededBy;
    return { key, neededBy, state, question: this.questions.byKey.get(key) ?? null };
  }

  #summaryLines(): SummaryLine[] {
    return this.lines.getRows().flatMap((line) => (isBlank(line) ? [] : this.#summaryLine(line)));
  }

  /** The view of a line; none for one of which nothing is known yet: thousands of those come at once. */
  #view(line: DraftLine, before: LineView | undefined): LineView | undefined {
    if (isBlank(line)) return undefined;
    const finding = this.#products.find(line.product);
    if (finding === undefined && line.product.trim() !== '' && line.quantity !== null) return undefined;
    const { state, question, neededBy } = this.#summaryLine(line);
    const { day } = this.#book.present;
    const timeline =
      question &&
      (state.kind === 'outdated' ? this.#book.timelineThen(question) : this.#book.timelineOf(question.productId));
    const booked = question && this.#book.find(question);
    const failed = (!booked?.isUnderWay && booked?.failure) || null;
    const isTogether = question !== null && question.place > 0;
    return sameView(before, {
      product: finding?.product ?? null,
      productId: finding?.productId ?? null,
      failure: finding?.failure ?? null,
      kept: failed && { failure: failed, checkedAt: booked?.settledAt ?? 0 },
      isSought: finding === undefined && line.product.trim() !== '',
      state,
      daysLate: daysLate(neededBy, state, day),
      together: isTogether ? { quantity: question.quantity, lines: this.#numbersAbove(question) } : null,
      advice: timeline && lineAdvice(timeline, question, resultOf(state), neededBy),
      change: failed
        ? null
        : this.#previous && changeSince(this.#previous, { key: line.key, neededBy: null, state, question }, day),
      problem: this.#problemOf(line, finding),
    });
  }

  /** The numbers of the lines above on the same stock. */
  #numbersAbove({ lines, place }: LineQuestion): number[] {
    this.#numbers ??= new Map(this.lines.getKeys().map((key, index) => [key, index + 1]));
    return lines.slice(0, place).map((key) => this.#numbers?.get(key) ?? 0);
  }

  #overview(): OrderOverview {
    const lines = this.#summaryLines();
    const { day } = this.#book.present;
    const verdict = orderSummary(lines, this.#book, day);
    const fresh = lines.filter(({ question }) => !question || !this.#book.find(question)?.failure);
    const isAnyChecked = verdict.oldestCheck !== null;
    return {
      verdict,
      lineCount: lines.length,
      lacksNames: this.lines.getRows().some(({ product }) => this.#products.find(product)?.failure !== undefined),
      leftOut: isAnyChecked ? lines.filter(({ state, question }) => question && state === unasked).length : 0,
      checksItself: this.#checksItself,
      kept: lines.length - fresh.length,
      comparison: this.#previous && comparisonOf(this.#previous, fresh, day),
      before: this.#previous,
      shipBy: this.#shipBy,
    };
  }
}

const unitDiffers: LineState = { kind: 'unit-differs' };
const unknownProduct: LineState = { kind: 'unknown-product' };
/** More than can be asked for, with the lines of its product above. */
const tooMuchTogether: LineState = { kind: 'not-answered', reason: 'refused', requestId: null };

function comparisonOf(before: CheckRecord, lines: readonly SummaryLine[], today: CalendarDate): Comparison {
  const since = before.checkedAt;
  const comparison = { since, compared: 0, moved: 0, 'newly-max-lead-time': 0, recovered: 0, lost: 0 };
  for (const line of lines) {
    const change = changeSince(before, line, today);
    if (change === null) continue;
    comparison.compared += 1;
    if (change.kind !== 'unchanged') comparison[change.kind] += 1;
  }
  return comparison;
}
