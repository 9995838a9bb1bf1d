import { describe, expect, it, test } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import type { LineNotification, NotificationContent } from '#stock/contract/notifications.ts';
import { changeKinds } from '#stock/notifications/change-kind.ts';

import { type Digest, digestMail, maxMailRows } from './digest-mail.ts';

const day: CalendarDate = '2026-11-26';
const moved = (changes: Partial<LineNotification> = {}): LineNotification => ({
  kind: 'later',
  of: 'promise',
  letterId: 'letter',
  place: 0,
  productId: 10_001,
  product: 'Blue poplin',
  quantity: 1_250_500,
  unit: 'm',
  from: { kind: 'expected', date: '2026-12-06', day },
  to: { kind: 'expected', date: '2026-12-12', day },
  shipBy: '2026-12-06',
  ...changes,
});
const back = moved({
  kind: 'back-in-stock',
  of: 'watch',
  product: 'Red <twill>',
  from: { kind: 'not-available', day },
  to: { kind: 'in-stock', date: '2026-11-20', day },
});
const written = (told: readonly NotificationContent[], changes: Partial<Digest> = {}) =>
  digestMail({
    told,
    isReminder: false,
    language: 'en',
    locale: 'en-US',
    today: day,
    baseUrl: 'https://stock.example.com',
    nameOf: () => null,
    ...changes,
  });
/** With plain spaces. */
const mailOf: typeof written = (...args) => {
  const { subject, text, html } = written(...args);
  return { subject, text: text.replaceAll('\u00A0', ' '), html: html.replaceAll('\u00A0', ' ') };
};
const german = { language: 'de', locale: 'de-DE' } as const;

test.each<[string, NotificationContent[], Partial<Digest>, string]>([
  ['promises first', [back, moved(), moved()], {}, '2 promises later, 1 back in stock'],
  ['one promise', [moved()], {}, '1 promise later'],
  ['a reminder', [moved()], { isReminder: true }, 'Reminder: 1 promise later'],
  ['German', [back, moved(), moved()], german, '2 Zusagen später, 1 wieder auf Lager'],
  ['one in German', [moved()], { ...german, isReminder: true }, 'Erinnerung: 1 Zusage später'],
  ['paused checks', [{ kind: 'paused' }], {}, 'checks are paused until you sign in'],
  [
    'at most three kinds',
    changeKinds.map((kind) => moved({ kind })),
    {},
    '1 promise later, 1 promise earlier, 1 promise max lead time only, and 6 more kinds of changes',
  ],
])('the subject of %s', (_, told, changes, subject) => {
  expect(mailOf(told, changes).subject).toBe(subject);
});

describe('a mail', () => {
  it('tells what got worse first', () => {
    expect(mailOf([back, moved()]).text).toMatch(/Blue poplin[^]*Red <twill>/);
  });

  it('tells product, quantity, old and new date, why, and a link, as text', () => {
    expect(mailOf([moved(), back]).text).toBe(`1 promise later, 1 back in stock

Blue poplin, 1,250.5 m
Dec 6 → Dec 12 · 6 days later, promised for Dec 6, 2026
https://stock.example.com/?product=10001&quantity=1250.5

Red <twill>, 1,250.5 m
not available → Nov 26 · Back in stock
https://stock.example.com/?product=10001&quantity=1250.5

All notifications in Stock Horizon: https://stock.example.com/notifications

Ship dates, not delivery dates.
Change or turn off mails: https://stock.example.com/notifications
`);
  });

  it('is German for those who use it', () => {
    const { text } = mailOf([moved(), moved({ kind: 'falls-short', of: 'watch' })], german);
    expect(text).toContain('6. Dez. → 12. Dez. · 6 Tage später, zugesagt für 6. Dez. 2026');
    expect(text).toContain('1.250,5 m');
    expect(text).toContain('Versand bis 6. Dez. 2026 nicht möglich');
    expect(text).toContain('Versanddaten, keine Lieferdaten.');
  });

  it('breaks no date and no quantity at the end of a line', () => {
    for (const changes of [{}, german]) {
      const { text, html } = written([moved()], changes);
      for (const each of [text, html]) expect(each).not.toMatch(/Dec 6|6\. Dez|Dez\. 2026|5 m\b|6 (?:days|Tage)/);
    }
  });

  it('marks dates that stock does not back', () => {
    const to = { kind: 'max-lead-time', date: '2027-02-18', day } as const;
    expect(mailOf([moved({ kind: 'max-lead-time', to })]).text).toContain('Dec 6 → Feb 18, 2027 (max lead time)');
  });

  it('has simple HTML: no image, no script, nothing of another server, and texts as they are', () => {
    const { html } = mailOf([moved(), back]);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|style)|url\(|src=/i);
    for (const [, address] of html.matchAll(/https?:\/\/([^/"]+)/g)) expect(address).toBe('stock.example.com');
    expect(html).toContain('Red &lt;twill&gt;');
    // Its colors are those of a light page, also where the reader's other mails are dark.
    expect(html).toMatch(/color-scheme" content="light">.*<body style="[^"]*background:#fff;color:#111827/s);
    const fact = mailOf([{ kind: 'mass-change', worse: 812, lines: 900 }]).html;
    expect(fact).toMatch(/<li [^>]*>812 of 900 products/);
    expect(html).toContain('href="https://stock.example.com/?product=10001&amp;quantity=1250.5"');
  });

  it('has 20 rows, then a link', () => {
    const { html, text } = mailOf(Array.from({ length: 25 }, () => moved()));
    expect(html.match(/<li /g)).toHaveLength(maxMailRows);
    expect(text.match(/Blue poplin/g)).toHaveLength(20);
    expect(text).toContain('5 more in Stock Horizon: https://stock.example.com/notifications');
    expect(text).toMatch(/^25 promises later/);
  });

  it('names customers only if the person chose it', () => {
    expect(mailOf([moved()]).text).not.toContain('Atelier');
    expect(mailOf([moved()], { nameOf: () => 'Atelier Nord, 4711' }).text).toContain('Atelier Nord, 4711, Blue poplin');
  });

  it('tells what is about no line', () => {
    const { text } = mailOf([
      { kind: 'mass-change', worse: 812, lines: 900 },
      { kind: 'not-checked', lines: 1, since: Date.parse('2026-11-24T12:00:00Z') },
    ]);
    expect(text).toContain('812 of 900 products got worse at once. Check the stock data.');
    expect(text).toContain("1 line couldn't be checked since");
  });
});
