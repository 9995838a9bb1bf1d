import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

interface FixtureEntry {
  /** Days from the service's current date, or a fixed date. */
  on: number | CalendarDate;
  quantity: number;
  isMaxLeadTime?: boolean;
  isDeleted?: boolean;
}

interface FixtureProduct {
  productId: number;
  name: string;
  sku: string;
  unit: string;
  entries: FixtureEntry[];
}

const maxLeadTime = (on: number | CalendarDate): FixtureEntry => ({ on, quantity: 99_999, isMaxLeadTime: true });

/** 80 in stock, later increases and a decrease, max lead time in 100 days. */
export const canvas: FixtureProduct = {
  productId: 20_001,
  name: 'Harbour canvas, navy',
  sku: 'HC-0001',
  unit: 'm',
  entries: [
    { on: -40, quantity: 15 },
    { on: -10, quantity: 80 },
    { on: 12, quantity: 120.5 },
    { on: 30, quantity: 60 },
    { on: 60, quantity: 410 },
    maxLeadTime(100),
  ],
};

/** No stock until the max lead time. */
export const onOrder: FixtureProduct = {
  productId: 20_002,
  name: 'Moorland tweed, heather',
  sku: 'MT-0002',
  unit: 'm',
  entries: [maxLeadTime(45)],
};

/** No max lead time: more than 30 is not available. */
export const lastRolls: FixtureProduct = {
  productId: 20_003,
  name: 'Café crêpe, crème',
  sku: 'CC-0003',
  unit: 'm',
  entries: [
    { on: 0, quantity: 10.25 },
    { on: 20, quantity: 30 },
  ],
};

/** Known product without a calendar. */
export const withdrawn: FixtureProduct = {
  productId: 20_004,
  name: 'Old stripe, withdrawn',
  sku: 'OS-0004',
  unit: 'm',
  entries: [{ on: 5, quantity: 100, isDeleted: true }],
};

/** Entries on the days of daylight saving changes in New York, Berlin and Auckland. */
export const clockChanges: FixtureProduct = {
  productId: 20_005,
  name: 'Meridian lining, silver',
  sku: 'ML-0005',
  unit: 'm',
  entries: [
    { on: '2027-03-14', quantity: 10 },
    { on: '2027-03-28', quantity: 20 },
    { on: '2027-04-04', quantity: 30 },
    maxLeadTime('2027-09-26'),
  ],
};

/** Product with a right-to-left name. */
export const rightToLeft: FixtureProduct = {
  productId: 20_006,
  name: 'בד פשתן כחול',
  sku: 'RL-0006',
  unit: 'm',
  entries: [{ on: 3, quantity: 250.125 }, maxLeadTime(70)],
};

/** Names that a spreadsheet could run as a formula, read as a number or split into two rows. */
export const awkwardNames: FixtureProduct[] = ['=HYPERLINK("http://x")', '-5 %', 'Tape, "wide"\nblue 🧵'].map(
  (name, at) => ({
    productId: 20_007 + at,
    name,
    sku: `00${at + 7}`,
    unit: 'm',
    entries: [{ on: -2, quantity: 5.5 }, { on: 8, quantity: 1200 }, maxLeadTime(90)],
  }),
);

export const fixtureProducts = [canvas, onOrder, lastRolls, withdrawn, clockChanges, rightToLeft, ...awkwardNames];

/** Builds the product file for `npm run import -- --products`. */
export function catalogueCsv(): string {
  const rows = fixtureProducts.map(({ productId, name, sku, unit }) =>
    [productId, `"${name.replaceAll('"', '""')}"`, sku, unit].join(','),
  );
  return ['productId,name,sku,unit', ...rows, ''].join('\n');
}

/** Builds the stock file for `npm run import -- --stock`. */
export function stockCsv(today: CalendarDate): string {
  const rows = fixtureProducts.flatMap(({ productId, entries }) =>
    entries.map(({ on, quantity, isMaxLeadTime = false, isDeleted = false }) =>
      [productId, dateOf(on, today), quantity, isMaxLeadTime, isDeleted, addDays(today, -1)].join(','),
    ),
  );
  return ['productId,stockDate,stockQuantity,isMaxLeadTime,isDeleted,lastUpdateDate', ...rows, ''].join('\n');
}

function dateOf(on: number | CalendarDate, today: CalendarDate): CalendarDate {
  return typeof on === 'number' ? addDays(today, on) : on;
}
