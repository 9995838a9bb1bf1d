import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import { formatDate, formatDateNear } from '#stock/locale-date.ts';
import { formatCount, formatQuantity } from '#stock/locale-number.ts';
import type { MailLanguage } from '#stock/contract/mail.ts';
import type { LineNotification, NotificationContent } from '#stock/contract/notifications.ts';
import { type ResultOfDay, hasShipDate } from '#stock/promises/promise-status.ts';
import { daysTold, worseFirst } from '#stock/notifications/change-kind.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { withUnit } from '#stock/with-unit.ts';

import { mailWords } from './mail-words.ts';

/** What a mail is made of. */
export interface Digest {
  /** What it tells, the newest first. */
  told: readonly NotificationContent[];
  isReminder: boolean;
  language: MailLanguage;
  /** BCP 47 tag of numbers and dates. */
  locale: string;
  /** The service's date. */
  today: CalendarDate;
  /** Address that users open, without a trailing slash. */
  baseUrl: string;
  /** The customer and reference of a promise, if the person chose to read them; null for none. */
  nameOf: (line: LineNotification) => string | null;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Rows of a mail; more are behind its link. */
export const maxMailRows = 20;
/** Kinds of changes that a subject counts. */
const maxSubjectParts = 3;

/** A row of a mail. */
interface MailRow {
  what: string;
  dates: string;
  why: string;
  link: string;
}

/** Writes the mail that tells notifications (promises, *Notifications*): as text and as simple HTML without images. */
export function digestMail(digest: Digest): MailContent {
  const { told, isReminder, language, locale, baseUrl } = digest;
  const words = mailWords[language];
  const summary = summaryOf(told, language, locale);
  const subject = isReminder ? words.reminder(summary) : summary;
  const all = `${baseUrl}/notifications`;
  const rows = worseFirst(told, (content) => content)
    .slice(0, maxMailRows)
    .map((content) => rowOf(content, digest));
  const more = told.length > maxMailRows ? words.more(formatCount(told.length - maxMailRows, locale)) : words.all;
  const lines = rows.map(({ what, dates, why, link }) =>
    [what, [dates, why].filter(Boolean).join(' · '), link].filter(Boolean).join('\n'),
  );
  return {
    subject,
    text: [
      `${subject}\n`,
      ...lines.map((line) => `${line}\n`),
      `${more}: ${all}\n`,
      words.caveat,
      `${words.off}: ${all}`,
      '',
    ].join('\n'),
    html: htmlOf({ subject, rows, more, all, language }),
  };
}

function isOfPromise(content: NotificationContent): boolean {
  return 'of' in content && content.of === 'promise';
}

/** Counts the changes, those of promises first: `2 promises later, 1 back in stock`. */
function summaryOf(told: readonly NotificationContent[], language: MailLanguage, locale: string): string {
  const words = mailWords[language];
  const counts = new Map<string, { content: NotificationContent; count: number }>();
  for (const content of told) {
    const key = 'of' in content ? `${content.of} ${content.kind}` : content.kind;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { content, count: 1 });
    else known.count += 1;
  }
  const parts = [...counts.values()]
    .toSorted((a, b) => Number(isOfPromise(b.content)) - Number(isOfPromise(a.content)))
    .map(({ content, count }) => words.counted(content, count, formatCount(count, locale)));
  const rest = parts.length - maxSubjectParts;
  return [...parts.slice(0, maxSubjectParts), ...(rest > 0 ? [words.others(rest)] : [])].join(', ');
}

/** A date that isn't broken at the end of a line. */
function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00A0');
}

function rowOf(content: NotificationContent, digest: Digest): MailRow {
  const { language, locale, baseUrl, today, nameOf } = digest;
  const words = mailWords[language];
  if (!('of' in content)) return { what: words.fact(content, locale), dates: '', why: '', link: '' };
  const { product, productId, quantity, unit, from, to, shipBy } = content;
  const amount = formatQuantity(quantity, locale);
  const name = nameOf(content);
  const dateOf = (result: ResultOfDay) =>
    hasShipDate(result)
      ? words.dated(unbroken(formatDateNear(later(result.date, result.day), today, locale, 'medium')), result.kind)
      : words.noDate(result.kind);
  return {
    what: [name, product, unit === null ? amount : withUnit(amount, unit)].filter((part) => part !== null).join(', '),
    dates: from === null ? dateOf(to) : `${dateOf(from)} → ${dateOf(to)}`,
    why: words.why(
      content,
      daysTold(content),
      shipBy === undefined ? null : unbroken(formatDate(shipBy, locale, 'medium')),
    ),
    link: `${baseUrl}/?product=${productId}&quantity=${fromThousandths(quantity)}`,
  };
}

const item = 'padding:8px 0;border-bottom:1px solid #d9dde3';

function link(address: string, text: string): string {
  return `<a href="${htmlText(address)}" style="color:#1d4ed8">${htmlText(text)}</a>`;
}

function htmlOf(mail: {
  subject: string;
  rows: readonly MailRow[];
  more: string;
  all: string;
  language: MailLanguage;
}): string {
  const { subject, rows, more, all, language } = mail;
  const words = mailWords[language];
  const written = rows.map(({ what, dates, why, link: address }) =>
    address === ''
      ? `<li style="${item}">${htmlText(what)}</li>`
      : `<li style="${item}">${link(address, what)}<br>${htmlText([dates, why].filter(Boolean).join(' · '))}</li>`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${htmlText(subject)}</title></head>
<body style="margin:0;padding:16px;background:#fff;color:#111827;font:16px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<h1 style="font-size:20px;margin:0 0 12px">${htmlText(subject)}</h1>
<ul style="list-style:none;margin:0;padding:0">
${written.join('\n')}
</ul>
<p>${link(all, more)}</p>
<p style="font-size:13px;color:#6b7280">${htmlText(words.caveat)} ${link(all, words.off)}</p>
</body></html>
`;
}
