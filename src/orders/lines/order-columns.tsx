import { t } from '@lingui/core/macro';
import { describeDateProblem } from '#ui/date-field.tsx';
import { daysApart, isLater } from '#stock/promises/promise-status.ts';
import { type PromisedLine, promisedLine, type PromisedLines } from '#stock/promises/told-order.ts';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { Button } from '@mantine/core';
import {
  CircleHelp,
  CloudOff,
  History,
  LoaderCircle,
  type LucideIcon,
  PackageCheck,
  PackageX,
  Ruler,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';

import type { ReactNode } from 'react';

import type { DatedResult } from '#stock/stock-result.ts';
import { csvStyleOf, fieldText } from '#stock/export/csv.ts';
import { dateOf, dateStyleOfLocale, readDateCell as readCell } from '#stock/order-list/list-date.ts';
import type { CheckRecord } from '#stock/order/check-record.ts';
import { datedResult, type LineProblem, type LineStatus, resultOf, statusOf } from '#stock/order/line-state.ts';
import { type ProductEntry, type ProductSearch, readProductEntry, suggestProducts } from '#stock/product-entry.ts';
import { readTypedDate, type TypedDate } from '#stock/typed-date.ts';
import { readTypedQuantity } from '#stock/typed-quantity.ts';
import { statusIcons } from '#parts/result/status-icons.ts';
import type { GridColumn } from '#parts/grid/grid-column.ts';
import { SuggestedProduct } from '#parts/product-choice.tsx';
import type { WatchesByProduct } from '#parts/watch/use-watches.ts';
import { WatchMark } from '#parts/watch/watch-mark.tsx';
import type { DraftLine } from '#parts/saved-orders/saved-order.ts';
import { type CalendarDate, isFarAhead, later, todayIn } from '#stock/calendar-date.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { withUnit } from '#stock/with-unit.ts';
import { daysLateWords, daysMovedWords, type OrderWords, problemWords, statusWords } from '#orders/order-words.ts';
import { withYears } from '#ui/locale.tsx';

import { DidYouMean } from './did-you-mean.tsx';
import {
  datedOf,
  daysToShip,
  type LineEntry,
  lineNotes,
  type LineView,
  quantityToShip,
  stateWords,
} from './line-view.ts';
import type { OrderSession } from './order-session.ts';
import styles from './order-columns.module.css';

type Column = GridColumn<DraftLine, LineView>;

/** Actions offered in a line's note. */
export type LineActions = Pick<
  OrderSession,
  'splitLine' | 'reduceLine' | 'setShipByOf' | 'shipFirst' | 'confirmUnit' | 'replaceProduct'
>;

interface ColumnOptions {
  search: ProductSearch;
  actions: LineActions;
  /** The previous check, which has a column unless something was promised; null without one. */
  before: CheckRecord | null;
  /** What the customer was told last of each line; undefined without promises. */
  promised: PromisedLines | undefined;
  /** What the user watches, read once for all lines; undefined until it is loaded. */
  watched: WatchesByProduct | undefined;
  /** Whether names need the space of *Unit*, which is beside the quantity then, and *Days to ship*. */
  isCompact: boolean;
  /** Whether rows are cards, which say with the status how late a line is. */
  isCard: boolean;
}

/** Returns the grid's columns: the user's input, current results and, if given, the previous check. */
export function orderColumns(
  words: OrderWords,
  { search, actions, before, promised, watched, isCompact, isCard }: ColumnOptions,
): Column[] {
  const { i18n, locale, today, formatDate } = words;
  const [days, late] = [t(i18n)`Days to ship`, t(i18n)`Days late`];
  const isPartlyClosed = [...(promised?.values() ?? [])].some(
    ({ openQuantity, closedQuantity }) => openQuantity > 0 && closedQuantity > 0,
  );
  const columns: Column[] = [
    {
      id: 'product',
      area: 'product',
      header: t(i18n)`Product`,
      width: 100,
      isText: true,
      continuesOnEnter: true,
      text: ({ row }) => row.product,
      content: ({ row }) => <bdi className={styles.code}>{row.product}</bdi>,
      read: (text) => {
        const { product, ...beside } = readProductEntry(text, words);
        return { cells: { product, ...cellsBeside(beside, locale) } };
      },
      problem: (entry) => problemOf(entry, ['no-product', 'not-found'], words),
      suggest: (text) => suggestedProducts(text, search, words),
    },
    {
      id: 'name',
      area: 'name',
      header: t(i18n)`Name`,
      isText: true,
      width: 149,
      grow: 1,
      text: ({ derived }) => derived?.product?.name ?? '',
      content: ({ row, derived }) =>
        (derived?.isLookingUp ?? row.product !== '') ? (
          <span className={styles.sought}>{t(i18n)`Loading…`}</span>
        ) : (
          <span className={styles.name}>
            <span>
              <bdi>{derived?.product?.name}</bdi>
              {derived?.productId != null && watched?.has(derived.productId) && (
                <WatchMark isSign productId={derived.productId} />
              )}
            </span>
          </span>
        ),
    },
    {
      id: 'quantity',
      area: 'quantity',
      header: t(i18n)`Quantity`,
      width: isPartlyClosed ? 132 : 92,
      align: 'end',
      inputMode: 'decimal',
      text: ({ row }) => row.quantityText,
      content: ({ row, derived }) => {
        const quantity = (
          <span
            className={isCompact ? styles.withUnit : undefined}
            data-unit={
              derived?.problem === 'other-unit' ? row.writtenUnit : (derived?.product?.unit ?? row.writtenUnit)
            }
          >
            {derived?.closed ? formatQuantity(quantityToShip(row, derived) ?? 0, locale) : row.quantityText}
          </span>
        );
        if (!derived?.closed) return quantity;
        return (
          <span className={styles.two}>
            {quantity}
            <small>{closedPartWords(row, derived.closed, words)}</small>
          </span>
        );
      },
      copyText: ({ row: { quantity, quantityText } }) =>
        quantity === null ? quantityText : fieldText('quantity', quantity, csvStyleOf(locale)),
      sortValue: ({ row }) => row.quantity,
      read: (text) => ({ cells: readQuantityCell(text, locale) }),
      echo: (text) => {
        const { quantityText, writtenUnit, quantity } = readQuantityCell(text, locale);
        if (quantity === null || quantityText === text) return null;
        return writtenUnit === '' ? quantityText : withUnit(quantityText, writtenUnit);
      },
      problem: (entry) => problemOf(entry, ['no-quantity', 'other-unit'], words),
    },
    {
      id: 'unit',
      header: t(i18n)`Unit`,
      width: Math.max(84, columnWidth(t(i18n)`Unit`)),
      text: ({ row, derived }) => derived?.product?.unit ?? row.writtenUnit,
      content: ({ row, derived }) =>
        derived?.problem === 'other-unit' ? (
          <span className={styles.unit}>
            {derived.product?.unit}
            <s className={styles.written}>{row.writtenUnit}</s>
          </span>
        ) : (
          (derived?.product?.unit ?? row.writtenUnit)
        ),
    },
    {
      id: 'shipBy',
      area: 'shipBy',
      header: t(i18n)`Ship by`,
      width: dateWidth(words),
      text: ({ row }) => row.shipBy ?? '',
      content: ({ row }) =>
        row.shipBy && (
          <time dateTime={row.shipBy} data-label={t(i18n)({ context: 'before a date', message: 'by' })}>
            {formatDate(row.shipBy, 'medium')}
          </time>
        ),
      // On a card, no other cell says that it's late.
      isBad: ({ derived }) => isCard && (derived?.daysLate ?? null) !== null,
      read: (text) => {
        const reading = readDateText(text, words);
        if (reading.ok) return { cells: { shipBy: reading.date } };
        if (reading.reason === 'empty') return { cells: { shipBy: null } };
        return { problem: describeDateProblem(text, reading, i18n, words) };
      },
      echo: (text) => {
        const reading = readDateText(text, words);
        return reading.ok ? formatDate(reading.date, 'weekday') : null;
      },
      problem: (entry) => problemOf(entry, ['past-date', 'far-date'], words),
    },
    ...(promised ? [promisedColumn(words, promised)] : []),
    {
      id: 'shipDate',
      area: 'shipDate',
      header: t(i18n)`Ship date`,
      width: shipDateWidth(words),
      text: (entry) => datedOf(entry.derived)?.date ?? '',
      content: (entry) => {
        const stockResult = datedOf(entry.derived);
        const state = entry.derived?.state;
        if (stockResult === null || !state) return null;
        const checkedOn = state.kind === 'outdated' ? state.day : null;
        return <ShipDate {...{ stockResult, checkedOn, words }} />;
      },
    },
    {
      id: 'status',
      area: 'status',
      header: t(i18n)`Status`,
      // Including the icon; its letters are smaller. Narrow, the words have two lines.
      width: Math.min(columnWidth(statusWords('unknown-product', i18n)) + 12, isCompact ? 124 : Infinity),
      text: ({ derived }) => (derived ? statusWords(statusOf(derived.state), i18n) : ''),
      content: (entry) =>
        entry.derived && (
          <LineStatusMark status={statusOf(entry.derived.state)} words={stateWords(entry.derived.state, words)} />
        ),
    },
    {
      id: 'days',
      header: days,
      width: headingWidth(days),
      align: 'end',
      text: ({ derived }) => String(daysToShip(derived, today) ?? ''),
      sortValue: ({ derived }) => daysToShip(derived, today),
    },
    {
      id: 'late',
      area: 'late',
      header: late,
      width: Math.max(headingWidth(late), columnWidth(t(i18n)`No date`)),
      align: 'end',
      text: (entry) => (isNever(entry) ? t(i18n)`No date` : String(entry.derived?.daysLate ?? '')),
      sortValue: (entry) => (isNever(entry) ? Number.MAX_VALUE : (entry.derived?.daysLate ?? null)),
      isBad: (entry) => isNever(entry) || (entry.derived?.daysLate ?? null) !== null,
      ...(isCard && {
        content: (entry) => <LateWords {...{ entry, promised, words }} />,
      }),
    },
    // Only the user's own note is copied and edited; the generated notes follow it.
    {
      id: 'note',
      header: t(i18n)`Note`,
      isText: true,
      // Its text, and beside it at least one button.
      width: 212,
      grow: isCompact ? 0.8 : 1,
      text: ({ row }) => row.note,
      content: (entry) => {
        const view = entry.derived && unsaid(entry.derived, promised);
        const notes = view ? lineNotes(entry.row, view, words).join(' · ') : '';
        return (
          <span className={styles.notes}>
            <span title={[entry.row.note, notes].filter(Boolean).join(' · ') || undefined}>
              <bdi className={styles.own}>{wholeWords(entry.row.note)}</bdi>
              {entry.row.note !== '' && notes !== '' && ' · '}
              {wholeWords(notes)}
            </span>
            <LineAction entry={entry} words={words} actions={actions} tabIndex={-1} />
          </span>
        );
      },
      read: (text) => ({ cells: { note: text.trim() } }),
    },
    ...(!promised && before ? [beforeColumn(words, before)] : []),
  ];
  return isCompact ? columns.filter(({ id }) => id !== 'unit' && id !== 'days') : columns;
}

/** Words of a note that is cut between, never within them: `1,0…` would be another figure. */
function wholeWords(text: string) {
  // oxlint-disable-next-line react/no-array-index-key -- the words have no state
  return text.split(/( )/).map((word, at) => (word === ' ' ? word : <span key={at}>{word}</span>));
}

/** Returns the products that the text may mean. They include the quantity and the date entered with it. */
async function suggestedProducts(text: string, search: ProductSearch, words: Pick<OrderWords, 'locale' | 'today'>) {
  const found = await suggestProducts(text, words, search);
  return found.map((suggestion) => ({
    id: suggestion.product.productId,
    cells: { product: String(suggestion.product.productId), ...cellsBeside(suggestion, words.locale) },
    content: <SuggestedProduct suggestion={suggestion} of={found} />,
  }));
}

/** What was entered beside a product. The unit is compared with the product's. */
function cellsBeside({ quantity, unit, shipBy }: Omit<ProductEntry, 'product'>, locale: string): Partial<DraftLine> {
  return {
    ...(quantity !== null && {
      quantity,
      quantityText: formatQuantity(quantity, locale),
      writtenUnit: unit ?? '',
    }),
    ...(shipBy !== null && { shipBy }),
  };
}

/** Layout of a line on a small screen. Its notes are shown beneath the grid. */
export const lineCard = {
  template: `
    'gutter name    quantity' 38px
    'gutter product shipDate' 26px
    'gutter status  shipBy'   24px
    'gutter late    late'     18px
    / var(--grid-gutter) minmax(0, 1fr) minmax(7rem, auto)`,
  blank: `
    'gutter product  product' 50px
    'gutter quantity shipBy'  51px
    / var(--grid-gutter) 1fr 1fr`,
  height: 107,
};

interface LineActionProps {
  entry: LineEntry;
  words: OrderWords;
  actions: LineActions;
  tabIndex?: number;
}

/**
 * Actions of a line: use a suggested product, confirm the unit, or ship it before lines of its product; for one that is late
 * or not available, split off the part that can ship, order only that, or accept its ship date if no part is on time.
 */
export function LineAction({ entry: { row, derived }, words, actions, tabIndex }: LineActionProps) {
  if (!derived) return null;
  const { i18n } = words;
  const button = (label: string, run: () => void) => (
    <Button
      size="compact-xs"
      variant="default"
      me={6}
      tabIndex={tabIndex}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    >
      {label}
    </Button>
  );
  if (derived.problem === 'not-found') {
    const onAccept = (product: string) => actions.replaceProduct(row.key, product);
    return <DidYouMean text={row.product} most={tabIndex === -1 ? 1 : 3} wanted={row} {...{ onAccept, tabIndex }} />;
  }
  if (derived.problem === 'other-unit' && row.quantity !== null) {
    const amount = words.formatQuantity(row.quantity, derived.product?.unit);
    return button(t(i18n)`Use ${amount}`, () => actions.confirmUnit(row.key));
  }
  if (derived.state.kind === 'outdated') return null;
  const { advice, daysLate } = derived;
  const part = advice?.part ?? null;
  const amount = words.formatQuantity(part?.quantity ?? 0, derived.product?.unit);
  const dated = part || daysLate === null ? null : datedResult(derived.state);
  const date = dated && later(dated.date, words.today);
  return (
    <>
      {part && button(t(i18n)`Split line`, () => actions.splitLine(row.key))}
      {part && button(t(i18n)`Use ${amount}`, () => actions.reduceLine(row.key))}
      {date && button(t(i18n)`Use ${words.formatDate(date, 'medium')}`, () => actions.setShipByOf(row.key, date))}
      {advice?.alone && button(t(i18n)`Ship this line first`, () => actions.shipFirst(row.key))}
    </>
  );
}

function problemOf({ row, derived }: LineEntry, ours: readonly LineProblem[], words: OrderWords): string | null {
  const problem = derived?.problem ?? null;
  return problem !== null && ours.includes(problem) && derived
    ? problemWords(problem, row, derived.product, words)
    : null;
}

/** A ship date. A past one is shown as *Today*, or as the day of the check for an earlier check. */
export function ShipDate(props: {
  stockResult: DatedResult;
  /** Day of an earlier check; null if checked today. */
  checkedOn: CalendarDate | null;
  words: Pick<OrderWords, 'today' | 'formatDate' | 'formatShipDate'>;
}) {
  const { stockResult, checkedOn, words } = props;
  const isMaxLeadTime = stockResult.kind === 'max-lead-time';
  return (
    <time
      dateTime={stockResult.date}
      className={isMaxLeadTime ? styles.maxLeadTime : checkedOn === null ? styles.current : styles.before}
    >
      {checkedOn === null
        ? words.formatShipDate(stockResult.date, 'medium')
        : words.formatDate(later(stockResult.date, checkedOn), 'medium')}
    </time>
  );
}

/** The date that the customer was told last and how much later or earlier the line ships now, red if later. */
function promisedColumn(words: OrderWords, promised: PromisedLines): Column {
  const { i18n } = words;
  return {
    id: 'promised',
    header: t(i18n)`Promised`,
    width: Math.max(shipDateWidth(words), columnWidth(daysMovedWords(100, i18n)) - 12),
    text: (entry) => promisedOf(entry, promised)?.promised.date ?? '',
    content: (entry) => {
      const told = promisedOf(entry, promised);
      if (told === undefined) return null;
      const { days, isBad } = movedSincePromise(entry, promised, words.today);
      const moved = days !== 0 && <small>{daysMovedWords(days, i18n)}</small>;
      const first = days === 0 ? firstPart(told) : null;
      return (
        <span className={styles.two}>
          {first && <ShipDate stockResult={first} checkedOn={first.day} words={words} />}{' '}
          <ShipDate stockResult={told.promised} checkedOn={told.promised.day} words={words} />
          {days > 0 && !isBad ? <MovedOn>{moved}</MovedOn> : moved}
        </span>
      );
    },
    isBad: (entry) => movedSincePromise(entry, promised, words.today).isBad,
  };
}

function promisedOf({ row, derived }: LineEntry, promised: PromisedLines | undefined) {
  return promised && promisedLine(row.key, derived?.productId, promised);
}

/**
 * By how many days a line ships later than promised, below 0 if earlier, and whether that is bad: it is later, not just
 * because a max lead time date moved on with the days, or has no date any more. Stock that was there on the promised day
 * isn't late, nor is stock on hand whose entry is newer.
 */
export function movedSincePromise(
  entry: LineEntry,
  promised: PromisedLines | undefined,
  today: CalendarDate,
): { days: number; isBad: boolean } {
  const told = promisedOf(entry, promised);
  const state = entry.derived?.state;
  if (told === undefined || told.openQuantity === 0 || state?.kind !== 'result')
    return { days: 0, isBad: (told?.openQuantity ?? 0) > 0 && state?.kind === 'not-available' };
  const now = { ...state.stockResult, day: today };
  const days = daysApart(told.promised, now);
  const wasThere = told.promised.kind === 'in-stock' && now.kind === 'in-stock';
  if (days > 0 && (now.date <= promisedDay(told) || wasThere)) return { days: 0, isBad: false };
  return { days, isBad: isLater(told.promised, now) };
}

/** Of a line whose max lead time date moved on with the days. */
function MovedOn({ children }: { children: ReactNode }) {
  return (
    <MaxLeadTimeHint isFocusable={false} hasMovedOn>
      <span className={styles.movedOn}>{children}</span>
    </MaxLeadTimeHint>
  );
}

/** The date of a part that was promised before the rest; null if all is promised for one date. */
function firstPart({ first, promised, openQuantity }: PromisedLine): PromisedLine['first'] | null {
  if (first === undefined || openQuantity === 0) return null;
  return promisedDay({ promised: first }) < promisedDay({ promised }) ? first : null;
}

function promisedDay({ promised }: Pick<PromisedLine, 'promised'>): CalendarDate {
  return later(promised.date, promised.day);
}

/** What other columns don't say of a line: its quantity says what was closed of it, its promised date how it moved. */
export function unsaid(view: LineView, promised: PromisedLines | undefined): LineView {
  return { ...view, closed: null, change: promised && view.change?.kind === 'moved' ? null : view.change };
}

/** `95.5 of 150 shipped`: what was ordered or shipped of a line. */
function closedPartWords(
  row: DraftLine,
  closed: NonNullable<LineView['closed']>,
  { i18n, locale }: OrderWords,
): string {
  const part = formatQuantity(closed.quantity, locale);
  return closed.as === 'shipped'
    ? t(i18n)`${part} of ${row.quantityText} shipped`
    : t(i18n)`${part} of ${row.quantityText} ordered`;
}

/** On a card, for when the line was promised, and by how many days it ships later or earlier; without a promise than asked. */
function LateWords(props: { entry: LineEntry; promised: PromisedLines | undefined; words: OrderWords }) {
  const { entry, promised, words } = props;
  const told = promisedOf(entry, promised);
  const daysLate = entry.derived?.daysLate ?? null;
  const { days, isBad } = movedSincePromise(entry, promised, words.today);
  const hasPromise = told !== undefined && told.openQuantity > 0;
  const day = hasPromise && words.formatDate(promisedDay(told), 'medium');
  const first = hasPromise && firstPart(told);
  const part = first && words.formatDate(promisedDay({ promised: first }), 'medium');
  const moved = hasPromise && !isBad && days !== 0 && daysMovedWords(days, words.i18n);
  const bad = hasPromise
    ? isBad && days > 0 && daysMovedWords(days, words.i18n)
    : daysLate !== null && daysLateWords(daysLate, words.i18n);
  return (
    <span className={styles.cardLate}>
      {day && (part ? t(words.i18n)`Promised ${part} and ${day}` : t(words.i18n)`Promised ${day}`)}
      {moved && ' · '}
      {days > 0 ? <MovedOn>{moved}</MovedOn> : moved}
      {day && bad && ' · '}
      {bad && <b>{bad}</b>}
    </span>
  );
}

/** Result of the previous check, if product and quantity are unchanged. */
function beforeColumn(words: OrderWords, { checkedAt, lines }: CheckRecord): Column {
  const { i18n, timeZone } = words;
  const checkedOn = todayIn(timeZone, new Date(checkedAt));
  const outcomeOf = ({ row, derived }: LineEntry) => {
    const before = lines.get(row.key);
    const isSame = before?.productId === derived?.productId && before?.quantity === row.quantity;
    return isSame ? (before?.outcome ?? null) : null;
  };
  const asOf = words.formatDate(checkedOn, 'medium');
  const header = t(i18n)`Previously, ${asOf}`;
  return {
    id: 'before',
    header,
    // At least as wide as a ship date.
    width: Math.max(shipDateWidth(words), headingWidth(header)),
    text: (entry) => {
      const outcome = outcomeOf(entry);
      if (outcome === null) return '';
      return 'date' in outcome ? outcome.date : statusWords(outcome.kind, i18n);
    },
    content: (entry) => {
      const outcome = outcomeOf(entry);
      if (outcome === null) return null;
      const isChanged = (entry.derived?.change?.kind ?? 'unchanged') !== 'unchanged';
      return (
        <span className={isChanged ? styles.changed : styles.before}>
          {'date' in outcome ? (
            <ShipDate stockResult={outcome} checkedOn={checkedOn} words={words} />
          ) : (
            <span>{statusWords(outcome.kind, i18n)}</span>
          )}
        </span>
      );
    },
  };
}

/** Whether a line with a ship-by date can't ship at all, which counts as late. */
function isNever({ row, derived }: LineEntry): boolean {
  if (row.shipBy === null || !derived || resultOf(derived.state).kind !== 'not-available') return false;
  if (derived.problem === 'far-date') return false;
  return derived.problem !== 'past-date' || derived.state.kind === 'outdated';
}

const icons: Record<Exclude<LineStatus, 'not-checked'> | 'late', LucideIcon> = {
  ...statusIcons,
  checking: LoaderCircle,
  'unknown-product': CircleHelp,
  'no-stock-data': PackageX,
  'unit-differs': Ruler,
  ordered: PackageCheck,
  shipped: PackageCheck,
  'no-result': CloudOff,
  'not-trusted': ShieldAlert,
  outdated: History,
  late: TriangleAlert,
};

/** A status by words, icon and color; nothing if it wasn't checked. */
export function LineStatusMark({ status, words }: { status: LineStatus | 'late'; words: string }) {
  if (status === 'not-checked') return null;
  const Icon = icons[status];
  const mark = (
    <span className={styles.mark} data-status={status}>
      <Icon aria-hidden size={15} strokeWidth={2.25} />
      <span>{words}</span>
    </span>
  );
  return status === 'max-lead-time' ? <MaxLeadTimeHint isFocusable={false}>{mark}</MaxLeadTimeHint> : mark;
}

/** Parses a quantity cell, with or without a unit. Invalid text is kept as entered. */
export function readQuantityCell(
  text: string,
  locale: string,
): Pick<DraftLine, 'quantity' | 'quantityText' | 'writtenUnit'> {
  const reading = readTypedQuantity(text, locale);
  if (!reading.ok) return { quantity: null, quantityText: text.trim(), writtenUnit: '' };
  const { value: quantity, unit } = reading;
  return { quantity, quantityText: formatQuantity(quantity, locale), writtenUnit: unit ?? '' };
}

/** Parses a date cell as typed, or as lists write it in further languages, by the locale if it is ambiguous. */
export function readDateText(text: string, words: Pick<OrderWords, 'locale' | 'today'>): TypedDate {
  const reading = readTypedDate(text, words);
  if (reading.ok || reading.reason !== 'not-a-date') return reading;
  const cell = readCell(text, true);
  const date = cell === null || typeof cell === 'string' ? null : dateOf(cell, dateStyleOfLocale(words.locale));
  if (date === null) return reading;
  return isFarAhead(date, words.today) ? { ok: false, reason: 'far' } : { ok: true, date };
}

/** A date of maximum length in words. */
const longDate: CalendarDate = '2026-09-30';

/** Approximate width in pixels of a cell with a date and its year, in which digits and blanks are narrower than letters. */
function dateWidth(words: OrderWords): number {
  return padding + 7 * withYears(words).formatDate(longDate, 'medium').length;
}

/** Max lead time dates have padding. */
function shipDateWidth(words: OrderWords): number {
  return dateWidth(words) + 12;
}

const padding = 16;
const letter = 7.5;

/** Approximate width in pixels of a cell with `text`, which depends on the language. */
function columnWidth(text: string): number {
  return Math.ceil(padding + letter * text.length);
}

/** The same for a heading of several words above numbers, which wraps to two lines. */
function headingWidth(text: string): number {
  return columnWidth(text.slice(-text.length / 2 - 2));
}
