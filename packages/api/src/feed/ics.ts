import type { FeedEvent } from './events.ts';

// iCalendar (RFC 5545). Dates and times have no zone: they are the reader's own.

/** Octets of a line without its end. */
const LONGEST_LINE = 75;

/** What stands before the events. @param name of the calendar. */
export function calendarHead(name: string): string {
  return lines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Onus//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]);
}

export const CALENDAR_END = 'END:VCALENDAR\r\n';

/** An event; a task takes up no time of its reader. @param publicUrl origin of the link to the task. */
export function eventText(event: FeedEvent, { publicUrl }: { publicUrl: string }): string {
  const { uid, taskId, title, text, day, time, updatedAt } = event;
  const at = stamp(updatedAt);
  return lines([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${at}`,
    `LAST-MODIFIED:${at}`,
    `DTSTART${typed([day], time)}`,
    ...repetitionLines(event),
    `SUMMARY:${escaped(title)}`,
    ...(text === '' ? [] : [`DESCRIPTION:${escaped(text)}`]),
    `URL:${publicUrl}/dash/tasks?task=${encodeURIComponent(taskId)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
}

/** Where dates are written out they include the first one, which some readers would leave out. */
function repetitionLines({ repetition, time }: FeedEvent): string[] {
  if (!repetition) return [];
  if ('dates' in repetition) return [`RDATE${typed(repetition.dates, time)}`];
  return [`RRULE:${[...repetition.rule, `UNTIL=${basic(repetition.until, time)}`].join(';')}`];
}

/** The parameters and the value of a property: whole days, or times without a zone. */
function typed(days: readonly string[], time: string | null): string {
  return `${time ? '' : ';VALUE=DATE'}:${days.map(day => basic(day, time))}`;
}

function basic(day: string, time: string | null): string {
  return day.replaceAll('-', '') + (time ? `T${time.replace(':', '')}00` : '');
}

/** A timestamp in UTC, to the second. */
function stamp(iso: string): string {
  return iso.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** Other control characters are no text of a calendar. */
function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, '\\$&')
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
  );
}

function lines(all: readonly string[]): string {
  return all.map(line => `${folded(line)}\r\n`).join('');
}

/** A long line goes on behind a line break and a space. No character is cut. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line;
  let [text, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
