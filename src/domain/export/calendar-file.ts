import { addDays, type CalendarDate } from '#lib/calendar-date.ts';

/** One promised day. */
export interface CalendarEvent {
  /** Tells the event from every other one; the same again replaces it in the calendar that takes the file. */
  key: string;
  date: CalendarDate;
  summary: string;
  description: string;
}

/**
 * Events of a whole day each as an iCalendar file (RFC 5545). Dates carry neither time nor zone, so no calendar
 * shifts them; a promise doesn't make anybody busy.
 * @param stamp when the file is made, ISO 8601 in UTC
 */
export function calendarFile(events: readonly CalendarEvent[], stamp: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stock Horizon//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
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

/** ISO 8601 without its separators. */
function basic(text: string): string {
  return text.replaceAll(/[-:]/g, '');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

const longestLine = 75;

/** At most 75 octets a line, none of them cutting a character; what follows starts with a space (§3.1 of the RFC). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > longestLine) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
