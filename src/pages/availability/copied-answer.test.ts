import { describe, expect, it } from 'vitest';

import { wordingOn } from '#features/answer/wording.sample.ts';
import { readTimeline } from '#domain/stock-timeline.ts';

import { copiedAnswer } from './copied-answer.ts';

const wording = wordingOn('2026-03-01', 'm');
const product = { productId: 12345, name: 'Twill <extra> & "fine"', sku: 'MT-100', unit: 'm' };
const timeline = readTimeline(
  [
    { stockDate: '2026-02-17', stockQuantity: 400, isMaxLeadTime: false, isDeleted: false },
    { stockDate: '2026-03-20', stockQuantity: 90, isMaxLeadTime: false, isDeleted: false },
    { stockDate: '2026-04-02', stockQuantity: 420, isMaxLeadTime: false, isDeleted: false },
  ],
  '2026-03-01',
);
const result = { product, wording, timeline, receivedAt: new Date(2026, 2, 1, 14, 32).getTime() };
const needed = { quantity: 250_000, neededBy: null };

describe('copiedAnswer', () => {
  it('promises an expected date with its condition and time', () => {
    const { text } = copiedAnswer(result, needed, { kind: 'expected', date: '2026-04-02' });
    expect(text.split('\n')).toEqual([
      'Twill <extra> & "fine" (MT-100)',
      expect.stringMatching(/^250\u00a0m can ship on Thursday,? 2 April 2026\.$/),
      'Ship date, not delivery date.',
      'Checked on 1 Mar 2026, 14:32.',
    ]);
  });

  it.each([{ kind: 'in-stock', date: '2026-02-17' } as const, { kind: 'not-available' } as const])(
    'marks $kind as not verified without a calendar',
    (answer) => {
      const { text, html } = copiedAnswer({ ...result, timeline: null }, needed, answer);
      for (const copied of [text, html])
        expect(copied).toContain('Not yet verified. Please wait for our confirmation.');
    },
  );

  it('is a sentence and a table in HTML, escaped', () => {
    const { html } = copiedAnswer(result, needed, { kind: 'in-stock', date: '2026-02-17' });
    expect(html).toMatch(/^<p>250\u00a0m can ship today, Sunday,? 1 March 2026, from stock\.<\/p><style>/);
    expect(html).toContain(
      '<td class="sh-code" sdnum="1033;0;@">Twill &lt;extra&gt; &amp; &quot;fine&quot; (MT-100)</td><td class="sh-code" sdnum="1033;0;@">250\u00a0m</td><td class="sh-code" sdnum="1033;0;@">1 March 2026</td></tr>',
    );
  });

  it('marks the max lead time in the table too', () => {
    const { html } = copiedAnswer(result, needed, { kind: 'max-lead-time', date: '2026-06-12' });
    expect(html).toContain('<em>12 June 2026, subject to the maximum lead time</em></td>');
  });

  it('makes the max lead time conditional', () => {
    const { text } = copiedAnswer(result, needed, { kind: 'max-lead-time', date: '2026-06-12' });
    expect(text).toContain('subject to the maximum lead time');
  });

  it('has nothing of later demand', () => {
    const { text, html } = copiedAnswer(result, needed, { kind: 'in-stock', date: '2026-02-11' });
    expect(text + html).not.toMatch(/later demand|drops/i);
  });

  it('contains the verdict on the ship-by date, as on screen', () => {
    const answer = { kind: 'expected', date: '2026-04-02' } as const;
    const { text, html } = copiedAnswer(result, { quantity: 410_000, neededBy: '2026-03-25' }, answer);
    expect(text.split('\n').slice(2, 4)).toEqual([
      'Ship by 25 March 2026: 8 days late, 10\u00a0m short.',
      'Maximum quantity by 25 March 2026: 400\u00a0m.',
    ]);
    expect(html).toContain('Ship by 25 March 2026: 8 days late, 10\u00a0m short.');
    expect(copiedAnswer(result, { ...needed, neededBy: '2026-04-02' }, answer).text).not.toContain('Ship by');
  });

  it('contains the largest quantity and its date if this one is not available', () => {
    const { text } = copiedAnswer(result, { ...needed, quantity: 500_000 }, { kind: 'not-available' });
    expect(text).toContain(
      '500\u00a0m is currently not available on any date.\nMaximum available quantity: 420\u00a0m, from 2 April 2026.',
    );
  });

  it.each([
    [{ name: 'Merino', sku: null }, 'Merino'],
    [{ name: null, sku: 'MT-100' }, 'MT-100'],
    [{ name: null, sku: null }, '12345'],
  ])('names the product %j in terms known to the customer', (known, title) => {
    const { text } = copiedAnswer({ ...result, product: { ...product, ...known } }, needed, { kind: 'not-available' });
    expect(text.split('\n')[0]).toBe(title);
  });
});
