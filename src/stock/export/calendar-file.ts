import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

/** An all-day event: one ship date. */
export interface CalendarEvent {
  /** Unique event ID. Importing an event with the same ID replaces the earlier one. */
  key: string;
  date: CalendarDate;
  summary: string;
  description: string;
}

/**
 * Formats all-day events as an iCalendar file (RFC 5545). Dates have neither time nor time zone, so no calendar shifts
 * them. Events are transparent: they don't block time.
 * @param stamp creation time, ISO 8601 in UTC
 * @param feed name of a calendar that programs subscribe to, and how often they should read it again
 */
export function calendarFile(
  events: readonly CalendarEvent[],
  stamp: string,
  feed?: { name: string; refreshMinutes: number },
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stock Horizon//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(feed === undefined
      ? []
      : [
          `X-WR-CALNAME:${escaped(feed.name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:PT${feed.refreshMinutes}M`,
          `X-PUBLISHED-TTL:PT${feed.refreshMinutes}M`,
        ]),
    ...events.flatMap((event) => eventLines(event, basic(stamp.replace(/\.\d+/, '')))),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ key, date, summary, description }: CalendarEvent, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(key)}@stock-horizon`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basic(date)}`,
    `DTEND;VALUE=DATE:${basic(addDays(date, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Returns the ISO 8601 basic format, without separators. */
function basic(text: string): string {
  return text.replaceAll(/[-:]/g, '');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '');
}

const maxLineLength = 75;

/** Folds a line at 75 octets without splitting characters. Continuation lines start with a space (RFC 5545 §3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > maxLineLength) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
