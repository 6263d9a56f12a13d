import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { FeedEvent } from './events.ts';
import { CALENDAR_END, calendarHead, eventText } from './ics.ts';

const EVENT: FeedEvent = {
  uid: 'u',
  taskId: 't',
  title: 'Bins',
  text: '',
  day: '2031-03-05',
  time: null,
  repetition: null,
  updatedAt: '2031-01-02T03:04:05.678Z',
};
const ONUS = { publicUrl: 'https://onus.example' };

function read(name: string, event: Partial<FeedEvent>) {
  const text = calendarHead(name) + eventText({ ...EVENT, ...event }, ONUS) + CALENDAR_END;
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = calendar.getFirstSubcomponent('vevent');
  if (!found) throw new Error('no event');
  return { text, calendar, event: found };
}

test('an event of a whole day', () => {
  expect(eventText({ ...EVENT, text: 'Both; and, \\ so\non' }, ONUS).split('\r\n')).toEqual([
    'BEGIN:VEVENT',
    'UID:u',
    'DTSTAMP:20310102T030405Z',
    'LAST-MODIFIED:20310102T030405Z',
    'DTSTART;VALUE=DATE:20310305',
    'SUMMARY:Bins',
    String.raw`DESCRIPTION:Both\; and\, \\ so\non`,
    'URL:https://onus.example/dash/tasks?task=t',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    '',
  ]);
});

test('a time has no zone, and neither has the end of its rule', () => {
  const repetition = { rule: ['FREQ=DAILY'], until: '2031-03-09' };
  const text = eventText({ ...EVENT, time: '07:30', repetition }, ONUS);
  expect(text).toContain('\r\nDTSTART:20310305T073000\r\nRRULE:FREQ=DAILY;UNTIL=20310309T073000\r\n');
});

test('written out dates begin with the first one', () => {
  const repetition = { dates: ['2031-03-05', '2031-04-05'] };
  expect(eventText({ ...EVENT, repetition }, ONUS)).toContain(
    '\r\nDTSTART;VALUE=DATE:20310305\r\nRDATE;VALUE=DATE:20310305,20310405\r\n',
  );
  expect(eventText({ ...EVENT, time: '23:59', repetition }, ONUS)).toContain(
    '\r\nRDATE:20310305T235900,20310405T235900\r\n',
  );
});

test('every text comes back, in lines of at most 75 octets', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom('\\', ';', ',', ':', '"', 'n', 'N', '\n', ' ', 'ü', '☂', '👩‍🚒'),
      maxLength: 200,
    }),
  );
  fc.assert(
    fc.property(anyText, anyText, anyText, (name, title, description) => {
      const { text, event } = read(name, { title, text: description });
      expect(event.getFirstPropertyValue('summary') ?? '').toBe(plain(title));
      expect(event.getFirstPropertyValue('description') ?? '').toBe(plain(description));
      const lines = text.split('\r\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

/** Line breaks are one character in a calendar, and other control characters but the tab are none. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  return text.replaceAll(/\r\n|\r/g, '\n').replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
}

test('a title cannot begin a line of its own', () => {
  const { text, calendar } = read('Ana', { title: 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:y' });
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
  expect(text.match(/^(?:BEGIN|END):VEVENT$/gm)).toHaveLength(2);
});
