import { describe, expect, it } from 'vitest';

import { mayOrder, type ProseLine, readProse } from './prose-line.ts';

const today = '2026-11-22';
const linesOf = (...texts: string[]) =>
  readProse(
    texts.map((text, at) => ({ line: at + 1, text })),
    today,
    null,
  );
const lineOf = (text: string) => linesOf(text)[0] as ProseLine;
const figuresOf = (text: string) =>
  lineOf(text).parts.flatMap(({ isFigure, text, quantity, unit }) => (isFigure ? [[text, quantity, unit]] : []));
const quantities = (text: string) => figuresOf(text).map(([, quantity]) => quantity);
const wholeDates = (...texts: string[]) => linesOf(...texts).map((line) => line.wholeDates);

describe('the figures of a line', () => {
  it.each([
    '[02.01.26, 10:15] Anna: ',
    '[10:15, 2/1/2026] Anna: ',
    '02/01/2026, 10:15 - Anna: ',
    '02/01/2026, 10:15:30 p.m. - +49 170 1234567: ',
    '2/1/26 9:05 pm - Anna Weber: ',
    '> ',
    '> > ',
    '[x] ',
    '[ ] ',
    '[✓] ',
    '1. ',
    '(2) ',
    '12) ',
    '[3] ',
    'a) ',
    'Pos. 3: ',
    'Position #4: ',
    '• ',
    '- ',
    '❌ ',
    '** 1. ',
  ])('are not those of a sender, bullet or row number: %s', (lead) =>
    expect(figuresOf(`${lead}40 m of 10001`)).toEqual([
      ['40', 40, 'm'],
      ['10001', 10_001, ''],
    ]),
  );

  it.each([
    '10001 40',
    '10001: 40',
    '10001=40',
    '10001 => 40',
    '10001->40',
    '10001→40',
    '10001⇒40',
    '10001 | 40',
    '10001…40',
    '10001..40',
    '10001, 40',
    '10001 ,40',
    '10001;40',
    '10001 (40)',
    '[10001] 40',
    '{10001} - 40.',
    '10001*40',
    '10001 × 40',
    '10001x40',
    '10001X40',
    '10001 x40',
    '#10001 +40',
    '“10001” 40!',
    '１０００１ 40',
    '10001 ٤٠',
    '10001 40 50%',
    '10001 40 12 EUR',
    '10001 40 m EUR 12',
    '€ 12 10001 40',
    '$12.50 10001 40',
    '10001 40 30.02.2027',
  ])('are a product and its quantity: %s', (text) => expect(quantities(text)).toEqual([10_001, 40]));

  it.each<[string, string, string]>([
    ['40 m', '40', 'm'],
    ['40m', '40m', 'm'],
    ['40 lfd. m', '40', 'lfd m'],
    ['40 x rolls', '40', 'rolls'],
    ['40 × Rollen', '40', 'Rollen'],
    ['40 – m', '40', 'm'],
    ['40 (m)', '40', 'm'],
    ['40 m²', '40', 'm2'],
    ['40 pairs of', '40', 'pairs'],
    ['40 of the rolls', '40', ''],
    ['40 and m', '40', ''],
    ['40', '40', ''],
  ])('have the unit behind them: %s', (text, written, unit) =>
    expect(figuresOf(`10001 ${text}`)).toContainEqual([written, 40, unit]),
  );

  it.each([
    '~40',
    '≈40 m',
    '~ 40 m',
    '(~40)',
    '<40',
    '(>40 m)',
    'max. >40',
    '≥40',
    '40+',
    '(40+ m),',
    '40-',
    '-40',
    'ca. 40',
    'about 40 m',
    'up to 40',
    'bis zu 40',
    'mindestens 40',
    '40 1/2 m',
    '40 ½ m',
    '40½',
    '040',
    '40-50',
    '0',
    '2000000000',
    '1.500',
  ])('are no certain quantity: %s', (text) => {
    expect(quantities(`10001: ${text}`)).toEqual([10_001, null]);
    expect(quantities(`${text} of CP-1001-SK`)).toEqual([null, null]);
  });

  it.each([
    ['40 12/17', 40],
    ['40 1/25', 40],
    ['up to you: 40', 40],
    ['about the sample, 40', 40],
    ['x 1000000000', 1_000_000_000],
    ['0.001', 0.001],
  ])('are certain beside other signs and words: %s', (text, quantity) =>
    expect(figuresOf(`10001 ${text}`).at(-1)?.[1]).toBe(quantity),
  );

  it.each([
    ['Art.10001', ['Art.10001', '10001']],
    ['Nr.#10001', ['Nr.#10001', '10001']],
    ["d'10001", ["d'10001", '10001']],
    ['10001er', ['10001er', '10001']],
    ['10001th', ['10001th', '10001']],
    ['1001er', ['1001er']],
    ['10001m', ['10001m']],
    ['AB 12345', ['AB 12345', '12345']],
    ['ABCDE 12345', ['12345']],
    ['10002/10003', ['10002/10003']],
    ['CP-1001-SK', ['CP-1001-SK']],
  ])('may be looked up as written, and without what is around them: %s', (text, keys) =>
    expect(lineOf(text).parts.find(({ isFigure }) => isFigure)?.keys).toEqual(keys),
  );

  it.each([
    ['40 m 10001, rolled', 'rolled'],
    ['40 m 10001 (rolled)', 'rolled'],
    ['40 m 10001, cut (in two)', 'cut (in two)'],
    ['40 m 10001 in 3/4 rolls!', 'in 3/4 rolls'],
    ['40 m 10001 – by Friday or 12/12/2026', 'or by Friday 12/12/2026'],
    ['40 m 10001', ''],
  ])('end where the words behind them begin: %s', (text, behind) =>
    expect(lineOf(text).parts.at(-1)?.behind.trim()).toBe(behind),
  );

  it('are not those of a text that is too long', () => {
    expect(figuresOf(`10001 40${' very'.repeat(398)}`)).toHaveLength(2);
    expect(figuresOf(`10001 40${' very'.repeat(399)}`)).toEqual([]);
  });
});

describe('the date of a line', () => {
  it.each([
    '12.12.2026',
    '12.12.26',
    '12.12.',
    '2026-12-12',
    '2026/12/12',
    '12-12-26',
    '12/12/2026',
    '12 Dec',
    '12-Dec-2026',
    'Dec 12',
    'Dec. 12th, 2026',
    '12th of December',
    '12. Dezember 2026',
    "12 Dec '26",
    '12 décembre',
    '12 de diciembre de 2026',
    'by 12/12',
    'bis zum 12/12',
    'by 12.12',
    'bis 12.12, danke',
    'due 12.12 please',
  ])('is one of December 12: %s', (text) => {
    const { date, parts } = lineOf(`40 m CP-1001-SK ${text}`);
    expect([date, parts.length]).toEqual(['2026-12-12', 2]);
  });

  it.each(['KW 50', 'KW50/2026', 'KW 50/26', 'CW 50', 'week 50', '2026-W50', 'semaine 50'])(
    'is the Friday of a week: %s',
    (text) => expect(lineOf(`40 m CP-1001-SK ${text}`).date).toBe('2026-12-11'),
  );

  it.each([
    '30.02.2027',
    '12.12.2026-5',
    '1.12.12.2026',
    '12/12/2026/1',
    '12/17 inch',
    '12/17"',
    '11/16',
    '31/31',
    '12.12',
    'on 12.12',
    'by 12.31',
    'by 12.12 m',
    'bis 12.12 Uhr',
    'by 12.12 pm',
  ])('is not %s', (text) => expect(lineOf(`40 m CP-1001-SK ${text}`).date).toBeNull());

  it('is no side of a measure', () => {
    expect(quantities('10001 10 by 12.5')).toEqual([10_001, 10, 12.5]);
    expect(lineOf('40 m of 10001 by 12.5').date).toBe('2027-05-12');
  });

  it('is between figures, or not', () => {
    expect(lineOf('10 of 10001 by 12/17 and 5 of 10002').isDateInside).toBe(true);
    expect(lineOf('10 of 10001 by Friday and 5 of 10002').isDateInside).toBe(true);
    expect(lineOf('10 of 10001 on 12.12.2026 and 5 of 10002').isDateInside).toBe(true);
    expect(lineOf('by 12/17: 10 of 10001').isDateInside).toBe(false);
    expect(lineOf('10 of 10001 by 12/17').isDateInside).toBe(false);
  });

  it('is for the whole order from today on, unless the line names a product', () => {
    expect(wholeDates('alles bis heute', 'all by 21.11.2026')).toEqual([['2026-11-22'], []]);
    expect(wholeDates('on 12.12.2026 or 14.12.2026', '12.12.2026: 40')).toEqual([[], []]);
  });

  it('is not read without today', () => {
    const [line] = readProse([{ line: 1, text: '40 m of 10001 by 12.12.2026 or Friday' }], null, null);
    expect(line).toMatchObject({ date: null, wholeDates: [] });
  });
});

describe('a line', () => {
  it.each([
    '❌10001 40',
    '❌ 10001 40',
    '10001 40 ✖️',
    '✗ 10001 40',
    '✘ 10001 40',
    '🚫10001 40',
    '🛑 10001 40',
    '10001 40 - 👎',
    '10001 40 storniert',
    "don't ship 10001 40",
    '10001 40 nicht mehr benötigt',
  ])('says that its order isn’t wanted: %s', (text) => expect(lineOf(text).isRefusing).toBe(true));

  it.each(['✓ 10001 40', '10001 40, not urgent', '👍 10001 40'])('orders: %s', (text) =>
    expect(lineOf(text).isRefusing).toBe(false),
  );

  it.each([
    ['10001 x 40', true],
    ['we need 40 m', true],
    ['Order 4711', false],
    ['Order 4711 of 12.12.2026', false],
    ['Hi ANNA', false],
  ])('may order something: %s', (text, isOrder) => expect(mayOrder(lineOf(text))).toBe(isOrder));

  it('has the words beside its only figure', () => {
    expect(lineOf('40 metres of the Hemp gauze').words).toEqual(['the', 'Hemp', 'gauze']);
    expect(lineOf('40 m of 10001').words).toEqual([]);
    expect(lineOf('the Hemp gauze').words).toEqual([]);
  });
});
