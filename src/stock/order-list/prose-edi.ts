import type { CalendarDate } from '#stock/calendar-date.ts';
import { dateOf } from '#stock/written-date.ts';

import { groupsOf } from './plain-text.ts';
import { unitName } from './unit-word.ts';

/** An order line of an EDI message: EDIFACT's LIN with its segments, or a PO1 of X12. */
export interface EdiOrder {
  /** Product codes of buyer, supplier or trade, in the order of the message. */
  codes: string[];
  /** As written, with a decimal point or comma, never grouped; empty without one. */
  amount: string;
  /** Empty for pieces without a unit. */
  unit: string;
  date: CalendarDate | null;
}

const tags = /^[A-Z][A-Z\d]{1,2}(?=[+*|])/;
/** A segment that orders a product, which no table has. */
const orderSegment = /(?:^|['~])\s*(?:LIN\+|PO1[*|])/m;
/** Quantities that are ordered, rather than packed, sent or invoiced. */
const ordered = new Set(['1', '21', '113']);
/** Dates on which the goods are wanted or have to be sent. */
const wanted = new Set(['2', '10', '63', '69', '002', '010', '063']);
/** Units by their code in messages, unless a unit word too. */
const units: Readonly<Record<string, string>> = {
  KGM: 'kg',
  GRM: 'g',
  MTK: 'm2',
  MTQ: 'm3',
  CMT: 'cm',
  MMT: 'mm',
  YRD: 'yd',
  LBR: 'lb',
  TNE: 't',
  C62: 'pcs',
  H87: 'pcs',
  NMB: 'pcs',
  MR: 'm',
  CA: 'case',
  CT: 'carton',
  RO: 'roll',
  NPR: 'pair',
  PF: 'pallet',
};

/** Whether a text is an EDI message, whose `|`, `~` and `^` separate elements rather than cells. */
export function isEdiMessage(text: string): boolean {
  return orderSegment.test(text);
}

/**
 * Reads the order lines of an EDI message, with segments on lines of their own or all in one line. Returns them by the line
 * on which they start, and none for other lines with segments; empty without a segment that orders a product.
 */
export function readSegments(records: readonly { line: number; text: string }[]): ReadonlyMap<number, EdiOrder[]> {
  const found = new Map<number, EdiOrder[]>();
  let order: EdiOrder | null = null;
  let hasOrder = false;
  for (const { line, text } of records) {
    for (const segment of withoutEscapes(text)
      .split(/['~]/)
      .map((part) => part.trim())) {
      const [tag] = tags.exec(segment) ?? [];
      if (tag === undefined) continue;
      const orders = found.get(line) ?? [];
      found.set(line, orders);
      const [, ...elements] = segment.split(segment.charAt(tag.length));
      const [first = '', second = '', third = ''] = elements.map((element) => element.split(':')[0] ?? '');
      const [, value = '', code = ''] = elements[0]?.split(':') ?? [];
      if (tag === 'PO1') {
        const codes = elements.filter((_, at) => at > 5 && at % 2 === 0);
        order = { codes, amount: second, unit: unitOf(third), date: null };
      } else if (tag === 'LIN') order = { codes: [third], amount: '', unit: '', date: null };
      else if (tag === 'UNS' || tag === 'CTT') order = null;
      else if (order !== null && tag === 'PIA')
        order.codes.push(...elements.slice(1).map((each) => each.split(':')[0] ?? ''));
      else if (order !== null && tag === 'QTY' && order.amount === '' && ordered.has(first))
        Object.assign(order, { amount: value, unit: unitOf(code) });
      else if (order !== null && tag === 'DTM' && wanted.has(first)) order.date = dayIn(value || second);
      if (tag !== 'PO1' && tag !== 'LIN') continue;
      hasOrder = true;
      if (order !== null) orders.push(order);
    }
  }
  for (const orders of found.values())
    for (const each of orders) each.codes = each.codes.map(unescaped).filter(Boolean);
  return hasOrder ? found : new Map();
}

/** Start of the private use area, to which characters behind the release character `?` are moved: they separate nothing. */
const moved = 0xe000;

function withoutEscapes(text: string): string {
  return text.replace(/\?([+:'?])/g, (_, sign: string) => String.fromCodePoint(moved + (sign.codePointAt(0) ?? 0)));
}

function unescaped(code: string): string {
  return code.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - moved));
}

function unitOf(code: string): string {
  return code === '' || unitName(code) !== null ? code : (units[code] ?? code);
}

/** The day of `20261212` and `202612121000`. */
function dayIn(text: string): CalendarDate | null {
  const [year, month, day] = groupsOf(text, /^(\d{4})(\d{2})(\d{2})/).map(Number);
  return year === undefined ? null : dateOf(year, month ?? 0, day ?? 0);
}
