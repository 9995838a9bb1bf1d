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

it('promises whole days without a time or a zone', () => {
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

it('keeps lines within 75 octets and every character whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (words) => {
      const summary = words.replaceAll(/[\u0000-\u001f\u007f]/g, '');
      const { text, read } = readBack([{ key: 'k', date: '2026-01-01', summary, description: '' }]);
      expect(Math.max(...text.split('\r\n').map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(
        75,
      );
      expect(read[0]?.summary ?? '').toBe(summary);
    }),
  );
});
