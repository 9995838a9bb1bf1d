import ICAL from 'ical.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const stamp = '2026-11-21T14:03:31.123Z';

function readBack(events: readonly CalendarEvent[]) {
  const text = calendarFile(events, stamp);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const read = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  return { text, read };
}

it('writes all-day events without time or time zone', () => {
  const event = {
    key: 'order-1',
    date: '2026-12-31',
    summary: 'Order; "A, B" leaves',
    description: 'One\nTwo \\ 🧵',
  } as const;
  const { text, read } = readBack([event]);
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(text).toContain('DTSTAMP:20261121T140331Z\r\n');
  expect(read[0]?.startDate.isDate).toBe(true);
  expect(read[0]?.startDate.toString()).toBe('2026-12-31');
  expect([read[0]?.summary, read[0]?.description]).toEqual([event.summary, event.description]);
});

it('contains the required properties', () => {
  const event = { key: 'a;b', date: '2026-01-01', summary: 'S', description: 'D' } as const;
  expect(calendarFile([event], stamp).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stock Horizon//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    String.raw`UID:a\;b@stock-horizon`,
    'DTSTAMP:20261121T140331Z',
    'DTSTART;VALUE=DATE:20260101',
    'DTEND;VALUE=DATE:20260102',
    'SUMMARY:S',
    'DESCRIPTION:D',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('folds lines at 75 octets, continued after a space', () => {
  const summary = 'x'.repeat(200);
  const { text } = readBack([{ key: 'k', date: '2026-01-01', summary, description: '' }]);
  const [, folds = ''] = /^SUMMARY:([^]*?)\r\n(?! )/m.exec(text) ?? [];
  expect(folds.split('\r\n ').map((part) => part.length)).toEqual([67, 74, 59]);
});

it('limits lines to 75 octets without splitting characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }), (words) => {
      const summary = words.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '');
      const { text, read } = readBack([{ key: 'k', date: '2026-01-01', summary, description: '' }]);
      expect(Math.max(...text.split('\r\n').map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(
        75,
      );
      expect(read[0]?.summary ?? '').toBe(summary);
    }),
  );
});

it('has no character in names that ends a line or turns around what follows, for any reader', () => {
  const summary = 'Silk\u0085\u2028\u202e250 m\u2066';
  const file = calendarFile([{ key: '1', date: '2026-12-01', summary, description: '' }], '2026-11-26T12:00:00Z');
  expect(file).toContain('SUMMARY:Silk250 m\r\n');
});

it('tells programs that subscribe its name, and how often to read it again', () => {
  const lines = calendarFile([], stamp, { name: 'Orders, open', refreshMinutes: 60 }).split('\r\n');
  expect(lines.slice(5, 8)).toEqual([
    String.raw`X-WR-CALNAME:Orders\, open`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT60M',
    'X-PUBLISHED-TTL:PT60M',
  ]);
});
