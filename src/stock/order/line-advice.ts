import { resultFor, isConfirmed } from '#stock/stock-result.ts';
import { later, type CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { type LaterDemand, laterDemand } from '#stock/later-demand.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';

import { daysLate, type LineState } from './line-state.ts';
import { type LineQuery, quantityAbove } from './order-line.ts';

/** A part of a line, and the first day it can ship from stock. */
export interface LinePart {
  quantity: Thousandths;
  date: CalendarDate;
}

/** Information from the stock calendar about a line's result. */
export interface LineAdvice {
  /** Later demand for part of the quantity of this line, or of its `part`, and those of its product above. */
  laterDemand: LaterDemand | null;
  /** For a late or not available line: the maximum quantity that can ship by `date`. */
  most: LinePart | null;
  /** For the same lines: quantity missing on the ship-by date, or on every date if there is none. */
  short: Thousandths | null;
  /**
   * For the same lines: the largest part that can ship by the ship-by date, on any date if the line isn't available.
   * Null if there is none, or if the service doesn't confirm the calendar.
   */
  part: LinePart | null;
  /**
   * When the line could ship if it came before the lines of its product above; null if that isn't earlier, or if the
   * service doesn't confirm the calendar.
   */
  alone: CalendarDate | null;
}

/** Derives the advice for a line. Stock used by earlier lines of the product is deducted first. */
export function lineAdvice(
  timeline: StockTimeline,
  query: LineQuery,
  state: LineState,
  shipBy: CalendarDate | null,
): LineAdvice {
  const { today } = timeline;
  const alone = aloneDate(timeline, query, state);
  if (state.kind === 'not-available') {
    const part = largestPart(timeline, query, null);
    const onTime = largestPart(timeline, query, shipBy);
    const offered = partial(part, query);
    return {
      laterDemand: demandForPart(timeline, query, offered),
      most: part ?? { quantity: 0, date: today },
      short: query.own - (onTime?.quantity ?? 0),
      part: offered,
      alone,
    };
  }
  if (state.kind !== 'result') return { laterDemand: null, most: null, short: null, part: null, alone };
  const demand = laterDemand(timeline, state.stockResult, query.quantity);
  if (shipBy === null || daysLate(shipBy, state, today) === null) {
    return { laterDemand: demand, most: null, short: null, part: null, alone };
  }
  const part = largestPart(timeline, query, shipBy);
  const quantity = part?.quantity ?? 0;
  const offered = isConfirmed(state.stockResult, timeline, query.quantity) ? partial(part, query) : null;
  return {
    laterDemand: demand ?? demandForPart(timeline, query, offered),
    most: { quantity, date: shipBy },
    short: query.own - quantity,
    part: offered,
    alone,
  };
}

function demandForPart(timeline: StockTimeline, query: LineQuery, part: LinePart | null): LaterDemand | null {
  return part && laterDemand(timeline, { kind: 'expected', date: part.date }, quantityAbove(query) + part.quantity);
}

/** See {@link LineAdvice.alone}. The calendar must have the line's own result too, or it says nothing about another. */
function aloneDate(timeline: StockTimeline, query: LineQuery, state: LineState): CalendarDate | null {
  if (state.kind !== 'result' && state.kind !== 'not-available') return null;
  const stockResult = state.kind === 'result' ? state.stockResult : state;
  if (!isConfirmed(stockResult, timeline, query.quantity)) return null;
  const own = resultFor(timeline, query.own);
  if (own.kind === 'not-available') return null;
  const date = later(timeline.today, own.date);
  return stockResult.kind === 'not-available' || date < later(timeline.today, stockResult.date) ? date : null;
}

/**
 * Returns the largest part of a line's own quantity by a day (null: on any day), and the first day it can ship from
 * stock; null if there is none. It can be the whole quantity.
 */
export function largestPart(
  timeline: StockTimeline,
  query: Pick<LineQuery, 'own' | 'quantity'>,
  by: CalendarDate | null,
): LinePart | null {
  const above = quantityAbove(query);
  const breaks = quantityBreaks(timeline).breaks.filter(({ date }) => by === null || date <= by);
  const covering = breaks.find(({ upTo }) => upTo >= query.quantity) ?? breaks.at(-1);
  if (covering === undefined || covering.upTo <= above) return null;
  return {
    quantity: Math.min(query.own, covering.upTo - above),
    date: later(timeline.today, covering.date),
  };
}

function partial(part: LinePart | null, { own }: LineQuery): LinePart | null {
  return part !== null && part.quantity < own ? part : null;
}
