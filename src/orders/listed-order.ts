import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';

import type { LineStatusMark } from '#orders/lines/order-columns.tsx';
import type { DeskOwner } from '#orders/lines/order-desk.ts';
import { closeWords } from '#parts/promises/promise-words.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { daysBetween } from '#stock/calendar-date.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { closedAs, countLines, type ToldOrder } from '#stock/promises/told-order.ts';
import { useLocale } from '#ui/locale.tsx';

/** An order with what its customer was told last. */
export interface ListedOrder extends OrderHeader {
  told: ToldOrder | undefined;
  /** Whether the results are of today and of the present stock data. */
  isCurrent: boolean;
}

export function listedOrder(
  order: OrderHeader,
  told: ReadonlyMap<string, ToldOrder> | undefined,
  owner: DeskOwner | null,
): ListedOrder {
  const { day, dataVersion = '' } = order.summary ?? {};
  const isCurrent =
    owner !== null && day === owner.present.day && stockOf(owner.owner, dataVersion) === owner.present.stock;
  return { ...order, told: told?.get(order.id), isCurrent };
}

/**
 * How urgent an order is: promises that don't hold, to be closed, to ship today; then lines late or without a ship date; last,
 * those that need nothing, and those that are closed.
 */
export function urgencyOf(order: ListedOrder): number {
  const { told, summary, isCurrent, lineCount } = order;
  if (closedAs(told, lineCount) !== null) return -1;
  if (told !== undefined && told.worse > 0) return 4;
  if (told !== undefined && told.past.length > 0) return 3;
  if (told !== undefined && told.due.length > 0) return 2;
  return Number(isCurrent && summary !== undefined && summary.late + summary.open > 0);
}

/** The most urgent first, of these the one that was promised for the earliest day; the others as they were changed. */
export function byUrgency(a: ListedOrder, b: ListedOrder): number {
  const difference = urgencyOf(b) - urgencyOf(a);
  if (difference !== 0 || !a.told || !b.told || urgencyOf(a) <= 0) return difference;
  return daysBetween(b.told.from.date, a.told.from.date);
}

/** The complete ship date of an order that isn't closed, by its last check. */
export function completeOf({ told, lineCount, summary }: ListedOrder) {
  return closedAs(told, lineCount) === null ? summary?.complete : undefined;
}

/** By how many days an order ships complete after the promised date, if not just its promises moved by that; otherwise 0. */
export function daysAfterPromise(order: ListedOrder): number {
  const { told, isCurrent } = order;
  const complete = completeOf(order);
  if (!isCurrent || !complete || !told || told.open.length + told.past.length === 0) return 0;
  return told.to?.date === complete.date ? 0 : Math.max(0, daysBetween(told.from.date, complete.date));
}

type Mark = ComponentProps<typeof LineStatusMark>;

/** Its most urgent state: what became of its promises, or what keeps it from shipping complete and on time. */
export function useStateOf(): (order: ListedOrder) => Mark {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  return ({ told, summary, lineCount, isCurrent }) => {
    const closedState = closedAs(told, lineCount);
    if (closedState !== null) return { status: 'in-stock', words: closeWords(closedState, i18n) };
    const { open = [], past = [], closed = [], moved = [], due = [], worse = 0 } = told ?? {};
    if (worse > 0) {
      const openCount = formatCount(open.length);
      const words =
        worse === open.length
          ? t`${plural(worse, { one: '# promise at risk', other: '# promises at risk' })}`
          : t`${plural(worse, {
              one: `# of ${openCount} open promises at risk`,
              other: `# of ${openCount} open promises at risk`,
            })}`;
      return { status: 'late', words };
    }
    if (past.length > 0)
      return {
        status: 'outdated',
        words: t`${plural(past.length, { one: '# promised date past', other: '# promised dates past' })}`,
      };
    if (due.length > 0)
      return {
        status: 'expected',
        words: t`${plural(due.length, { one: '# promise due today', other: '# promises due today' })}`,
      };
    if (isCurrent && summary && summary.open > 0)
      return {
        status: 'not-available',
        words: t`${plural(summary.open, { one: '# line without a ship date', other: '# lines without a ship date' })}`,
      };
    if (isCurrent && summary && summary.late > 0)
      return {
        status: 'late',
        words: t`${plural(summary.late, { one: '# line after ship-by date', other: '# lines after ship-by date' })}`,
      };
    if (moved.length > 0)
      return {
        status: 'in-stock',
        words: t`${plural(moved.length, { one: '# promise earlier', other: '# promises earlier' })}`,
      };
    if (told !== undefined && open.length === 0) {
      const done = formatCount(countLines(closed));
      return {
        status: 'in-stock',
        words: t`${plural(lineCount, { one: `${done} of # line closed`, other: `${done} of # lines closed` })}`,
      };
    }
    if (told?.to) {
      const promised = countLines([...closed, ...open]);
      if (promised >= lineCount)
        return { status: 'in-stock', words: told.isRolled ? t`Same lead time` : t`As promised` };
      return {
        status: 'in-stock',
        words: t`${plural(lineCount, { one: `${formatCount(promised)} of # line as promised`, other: `${formatCount(promised)} of # lines as promised` })}`,
      };
    }
    if (!summary) return { status: 'outdated', words: t`Not checked` };
    return isCurrent
      ? { status: 'not-checked', words: t`All lines have a ship date` }
      : { status: 'outdated', words: t`Out of date` };
  };
}
