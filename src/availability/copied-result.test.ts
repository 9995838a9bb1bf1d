import { describe, expect, it } from 'vitest';

import { customerWords } from '#parts/export/customer-copy.tsx';
import { wordingOn } from '#parts/result/wording.sample.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { colleagueText, customerText, offerText } from './copied-result.ts';

const wording = wordingOn('2026-03-01', 'm');
const product = { productId: 12345, name: 'Twill <extra> & "fine"', sku: 'MT-100', unit: 'm' };
const entries = [real('2026-02-17', 400), real('2026-03-20', 90), real('2026-04-02', 420)];
const timeline = readTimeline(entries, '2026-03-01');
const withMaxLeadTime = readTimeline([...entries, maxLeadTime('2026-06-12')], '2026-03-01');
const receivedAt = new Date(2026, 2, 1, 14, 32).getTime();
const result = { product, wording, timeline, receivedAt, outdatedDay: null };
const needed = { quantity: 250_000, shipBy: null };
const words = customerWords(wording.i18n, 'en-GB');
const inStock = { kind: 'in-stock', date: '2026-02-17' } as const;
const expected = { kind: 'expected', date: '2026-04-02' } as const;

/** Texts with plain spaces, and one form of the weekday, which differs between versions of ICU. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll(/(day) (\d)/g, '$1, $2');
}
const forCustomer = (stockResult: StockResult, over = {}, wanted: Parameters<typeof customerText>[1] = needed) =>
  plain(customerText({ ...result, ...over }, wanted, stockResult, null, words).text);
const forColleague = (stockResult: StockResult, over = {}, wanted: Parameters<typeof customerText>[1] = needed) =>
  plain(colleagueText({ ...result, ...over }, wanted, stockResult).text);

describe('customerText', () => {
  it('promises a date with its condition and time', () => {
    expect(forCustomer(expected).split('\n')).toEqual([
      'Hello,',
      '',
      'Twill <extra> & "fine" (MT-100)',
      'We can ship 250 m on Thursday, 2 April 2026.',
      '',
      'Ship date, not delivery date.',
      'Checked on 1 Mar 2026, 14:32.',
    ]);
  });

  it('says no *today*, since it is read on other days', () => {
    expect(forCustomer(inStock)).toContain('We can ship 250 m on Sunday, 1 March 2026.');
  });

  it('has nothing internal', () => {
    const late = { quantity: 410_000, shipBy: '2026-03-25' } as const;
    for (const text of [forCustomer(inStock), forCustomer(expected, {}, late)])
      expect(text).not.toMatch(/later demand|drops|short|late\b|maximum|today|12345/i);
  });

  it.each([
    [
      'a late quantity',
      { quantity: 410_000, shipBy: '2026-03-25' },
      expected,
      'We can ship 410 m on Thursday, 2 April 2026.',
    ],
    [
      'a quantity of which a part is available',
      { quantity: 500_000, shipBy: null },
      { kind: 'not-available' },
      "We can ship 420 m on Thursday, 2 April 2026. We can't ship the remaining 80 m at present.",
    ],
    [
      'a quantity at max lead time',
      { quantity: 500_000, shipBy: null },
      { kind: 'max-lead-time', date: '2026-06-12' },
      'We can ship 500 m from Friday, 12 June 2026, subject to the maximum lead time.',
    ],
    [
      'a quantity that is on time',
      { quantity: 410_000, shipBy: '2026-04-02' },
      expected,
      'We can ship 410 m on Thursday, 2 April 2026.',
    ],
  ] as const)('offers %s in a whole sentence', (_, wanted, stockResult, sentence) => {
    const of = stockResult.kind === 'max-lead-time' ? withMaxLeadTime : timeline;
    expect(forCustomer(stockResult, { timeline: of }, wanted)).toContain(`\n${sentence}\n`);
  });

  it.each([
    [expected, 'We can ship 400 m on Sunday, 1 March 2026 and the remaining 10 m on Thursday, 2 April 2026.'],
    [
      { kind: 'max-lead-time', date: '2026-06-12' },
      'We can ship 400 m on Sunday, 1 March 2026 and the remaining 10 m from Friday, 12 June 2026, subject to the maximum lead time.',
    ],
  ] as const)('says when a part and the rest ship if that is offered: %j', (stockResult, sentence) => {
    const part = { quantity: 400_000, date: '2026-03-01' } as const;
    const { text } = offerText(result, { quantity: 410_000, stockResult, part }, null, words);
    expect(plain(text)).toContain(`\n${sentence}\n`);
  });

  it('says that nothing can ship', () => {
    const text = forCustomer({ kind: 'not-available' }, { timeline: readTimeline([], '2026-03-01') });
    expect(text).toContain("We can't ship 250 m at present.");
    expect(text).not.toContain('Ship date');
  });

  it('says when the goods arrive instead, with transit days', () => {
    const transit = { deliveryDays: 3, workingDaysOnly: true };
    const text = plain(customerText(result, needed, expected, transit, words).text);
    expect(text).toContain('Expected at your door about Tuesday, 7 April 2026.');
    expect(text).not.toContain('Ship date');
  });

  it('has sentences and a table in HTML, escaped', () => {
    const { html } = customerText(result, needed, inStock, null, words);
    expect(plain(html)).toContain('<p>We can ship 250 m on Sunday, 1 March 2026.</p><style>');
    expect(html).toContain('>Twill &lt;extra&gt; &amp; &quot;fine&quot; (MT-100)</td>');
    expect(html).toContain('>1 March 2026</td></tr>');
    expect(customerText(result, needed, { kind: 'max-lead-time', date: '2026-06-12' }, null, words).html).toContain(
      '<em>12 June 2026, subject to the maximum lead time</em></td>',
    );
  });

  it.each([
    [{ name: 'Merino', sku: null }, 'Merino'],
    [{ name: null, sku: 'MT-100' }, 'MT-100'],
    [{ name: null, sku: null }, '12345'],
  ])('names the product %j in terms known to the customer', (known, title) => {
    expect(forCustomer(expected, { product: { ...product, ...known } }).split('\n')[2]).toBe(title);
  });
});

describe('colleagueText', () => {
  it('contains the result for the ship-by date, as on screen', () => {
    const text = forColleague(expected, {}, { quantity: 410_000, shipBy: '2026-03-25' });
    expect(text.split('\n').slice(2, 4)).toEqual([
      'Ship by 25 March 2026: 8 days late, 10 m short.',
      'Maximum quantity by 25 March 2026: 400 m.',
    ]);
    expect(forColleague(expected, {}, { ...needed, shipBy: '2026-04-02' })).not.toContain('Ship by');
  });

  it('contains later demand', () => {
    expect(forColleague(inStock)).toContain('\nLater demand: available quantity drops to 90 m on 20 March 2026.\n');
  });

  it('contains the largest quantity and its date if this one is not available', () => {
    expect(forColleague({ kind: 'not-available' }, {}, { ...needed, quantity: 500_000 })).toContain(
      '\nMaximum available quantity: 420 m, from 2 April 2026.',
    );
  });

  it('marks a result without a calendar', () => {
    expect(forColleague(inStock, { timeline: null })).toContain('Not verified.');
  });
});
