import type { NotificationContent, LineNotification } from '#stock/contract/notifications.ts';
import type { MailLanguage } from '#stock/contract/mail.ts';
import type { ResultOfDay } from '#stock/promises/promise-status.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { formatCount } from '#stock/locale-number.ts';
import type { ChangeKind } from '#stock/notifications/change-kind.ts';

type Fact = Exclude<NotificationContent, LineNotification>;

/** Texts of mails in one language. The dashboard's catalogs aren't part of the server. */
interface MailWords {
  /** A number of changes of one kind, for a subject. */
  counted: (content: NotificationContent, count: number, figure: string) => string;
  others: (kinds: number) => string;
  reminder: (summary: string) => string;
  dated: (date: string, kind: ResultOfDay['kind']) => string;
  noDate: (kind: ResultOfDay['kind']) => string;
  /** @param days as `daysTold` returns them */
  why: (line: LineNotification, days: number, shipBy: string | null) => string;
  fact: (fact: Fact, locale: string) => string;
  more: (count: string) => string;
  all: string;
  caveat: string;
  off: string;
  code: { subject: (code: string) => string; text: (code: string, minutes: number) => string };
  test: { subject: string; text: string };
}

const kinds: Record<MailLanguage, Record<ChangeKind, string>> = {
  en: {
    later: 'later',
    earlier: 'earlier',
    'max-lead-time': 'max lead time only',
    'not-available': 'not available',
    available: 'available again',
    backed: 'backed by stock again',
    'back-in-stock': 'back in stock',
    'can-ship': 'can ship by the date again',
    'falls-short': 'short on the date',
  },
  de: {
    later: 'später',
    earlier: 'früher',
    'max-lead-time': 'nur max. Lieferzeit',
    'not-available': 'nicht verfügbar',
    available: 'wieder verfügbar',
    backed: 'wieder durch Bestand gedeckt',
    'back-in-stock': 'wieder auf Lager',
    'can-ship': 'zum Termin wieder versandbereit',
    'falls-short': 'zum Termin zu knapp',
  },
};

export const mailWords: Record<MailLanguage, MailWords> = {
  en: {
    counted: (content, count, figure) => {
      if (!('of' in content)) return factCounts.en(content);
      const noun = content.of === 'promise' ? (count === 1 ? ' promise' : ' promises') : '';
      return `${figure}${noun} ${kinds.en[content.kind]}`;
    },
    others: (more) => `and ${more} more ${more === 1 ? 'kind of change' : 'kinds of changes'}`,
    reminder: (summary) => `Reminder: ${summary}`,
    dated: (date, kind) => (kind === 'max-lead-time' ? `${date} (max lead time)` : date),
    noDate: (kind) => (kind === 'not-available' ? 'not available' : 'not reliable'),
    why: ({ kind, of }, days, shipBy) => {
      const moved = days === 1 ? '1\u00A0day' : `${days}\u00A0days`;
      if (kind === 'can-ship' && shipBy !== null) return `Can ship by ${shipBy} again`;
      if (kind === 'falls-short' && shipBy !== null) return `Can't ship by ${shipBy}`;
      const what =
        days > 0 && (kind === 'later' || kind === 'earlier') ? `${moved} ${kind}` : capitalized(kinds.en[kind]);
      return of === 'promise' && shipBy !== null ? `${what}, promised for ${shipBy}` : what;
    },
    fact: (fact, locale) => {
      switch (fact.kind) {
        case 'not-checked':
          return `${formatCount(fact.lines, locale)} ${fact.lines === 1 ? "line couldn't" : "lines couldn't"} be checked since ${formatMoment(fact.since, locale)}`;
        case 'mass-change':
          return `${formatCount(fact.worse, locale)} of ${formatCount(fact.lines, locale)} products got worse at once. Check the stock data.`;
        case 'paused':
        case 'mail-failed':
        default:
          return factCounts.en(fact);
      }
    },
    more: (count) => `${count} more in Stock Horizon`,
    all: 'All notifications in Stock Horizon',
    caveat: 'Ship dates, not delivery dates.',
    off: 'Change or turn off mails',
    code: {
      subject: (code) => `${code} is your code for Stock Horizon`,
      text: (code, minutes) =>
        `Your code for Stock Horizon: ${code}\n\nEnter it within ${minutes} minutes to get mails about your promises and watches at this address. If you didn't request it, ignore this mail.\n`,
    },
    test: {
      subject: 'Test mail from Stock Horizon',
      text: 'Mails about your promises and watches arrive at this address.\n',
    },
  },
  de: {
    counted: (content, count, figure) => {
      if (!('of' in content)) return factCounts.de(content);
      const noun = content.of === 'promise' ? (count === 1 ? ' Zusage' : ' Zusagen') : '';
      return `${figure}${noun} ${kinds.de[content.kind]}`;
    },
    others: (more) => `und ${more} weitere ${more === 1 ? 'Art von Änderung' : 'Arten von Änderungen'}`,
    reminder: (summary) => `Erinnerung: ${summary}`,
    dated: (date, kind) => (kind === 'max-lead-time' ? `${date} (maximale Lieferzeit)` : date),
    noDate: (kind) => (kind === 'not-available' ? 'nicht verfügbar' : 'nicht verlässlich'),
    why: ({ kind, of }, days, shipBy) => {
      const moved = days === 1 ? '1\u00A0Tag' : `${days}\u00A0Tage`;
      if (kind === 'can-ship' && shipBy !== null) return `Versand bis ${shipBy} wieder möglich`;
      if (kind === 'falls-short' && shipBy !== null) return `Versand bis ${shipBy} nicht möglich`;
      const what =
        days > 0 && (kind === 'later' || kind === 'earlier')
          ? `${moved} ${kinds.de[kind]}`
          : capitalized(kinds.de[kind]);
      return of === 'promise' && shipBy !== null ? `${what}, zugesagt für ${shipBy}` : what;
    },
    fact: (fact, locale) => {
      switch (fact.kind) {
        case 'not-checked':
          return `${formatCount(fact.lines, locale)} ${fact.lines === 1 ? 'Position konnte' : 'Positionen konnten'} seit ${formatMoment(fact.since, locale)} nicht geprüft werden`;
        case 'mass-change':
          return `${formatCount(fact.worse, locale)} von ${formatCount(fact.lines, locale)} Produkten sind auf einmal schlechter. Prüfen Sie die Bestandsdaten.`;
        case 'paused':
        case 'mail-failed':
        default:
          return factCounts.de(fact);
      }
    },
    more: (count) => `${count} weitere in Stock Horizon`,
    all: 'Alle Benachrichtigungen in Stock Horizon',
    caveat: 'Versanddaten, keine Lieferdaten.',
    off: 'E-Mails ändern oder abschalten',
    code: {
      subject: (code) => `${code} ist Ihr Code für Stock Horizon`,
      text: (code, minutes) =>
        `Ihr Code für Stock Horizon: ${code}\n\nGeben Sie ihn innerhalb von ${minutes} Minuten ein, um E-Mails zu Ihren Zusagen und Beobachtungen an diese Adresse zu bekommen. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.\n`,
    },
    test: {
      subject: 'Test-E-Mail von Stock Horizon',
      text: 'E-Mails zu Ihren Zusagen und Beobachtungen kommen an dieser Adresse an.\n',
    },
  },
};

/** Facts about no line, in subjects. */
const factCounts: Record<MailLanguage, (fact: Fact) => string> = {
  en: ({ kind }) =>
    ({
      'not-checked': "some lines couldn't be checked",
      paused: 'checks are paused until you sign in',
      'mass-change': 'many products got worse at once',
      'mail-failed': 'a mail failed',
    })[kind],
  de: ({ kind }) =>
    ({
      'not-checked': 'einige Positionen konnten nicht geprüft werden',
      paused: 'Prüfungen pausieren, bis Sie sich anmelden',
      'mass-change': 'viele Produkte sind auf einmal schlechter',
      'mail-failed': 'eine E-Mail ist fehlgeschlagen',
    })[kind],
};

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
