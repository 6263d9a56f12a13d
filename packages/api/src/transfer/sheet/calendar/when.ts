import { type Day, isDay } from '@onus/contract/dates/calendar';
import { inZone, isTimeZone } from '@onus/contract/dates/zone';
import { DomainError } from '../../../core/errors.ts';
import type { Entry, Property } from './entries.ts';

/** A date, or a date and a time by the wall clock of the person who imports. */
export interface When {
  day: Day;
  /** HH:MM; null for a whole day. */
  time: string | null;
  /** The date as the file has it, before the zone was applied. */
  writtenDay: Day;
  /** A zone that is not known: the time is taken as it is written. */
  unknownZone: string | null;
}

/** The text of a property; empty if it is missing. */
export function textOf({ properties }: Entry, name: string): string {
  return (properties.get(name) ?? [])
    .flatMap(([, , , ...values]) => values.map(String))
    .join(', ')
    .trim();
}

/** When a property says; null without it. @throws DomainError BAD_REQUEST that names the property if it cannot be read. */
export function whenOf({ properties }: Entry, name: string, zone: string): When | null {
  const [first] = properties.get(name) ?? [];
  return first ? whenIn(first, first[3], zone) : null;
}

/** Dates of one property: converting each to another zone takes 30 µs. */
const MOST_DATES = 200;

/** All dates of a property that may have several. @throws DomainError BAD_REQUEST for too many of them. */
export function daysOf({ properties }: Entry, name: string, zone: string): Day[] {
  const dates = (properties.get(name) ?? []).flatMap(one => one.slice(3).map(value => ({ one, value })));
  if (dates.length > MOST_DATES)
    throw new DomainError('BAD_REQUEST', `${name.toUpperCase()} has more than ${MOST_DATES} dates`);
  return dates.map(({ one, value }) => whenIn(one, value, zone).day);
}

/** One value of a property, which may name a zone. A date that is not declared as one ends with T:: in ical.js. */
export function whenIn([name, parameters]: Property, value: unknown, zone: string): When {
  const [, day = '', time, utc] =
    /^(\d{4}-\d\d-\d\d)(?:T::|T(\d\d:\d\d):\d\d(Z)?)?$/.exec(String(value)) ?? [];
  const isTime = time === undefined || /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isDay(day) || !isTime) throw new DomainError('BAD_REQUEST', `${name.toUpperCase()} is no date`);
  if (time === undefined) return { day, time: null, writtenDay: day, unknownZone: null };
  const named = utc ? 'UTC' : parameters.tzid;
  if (typeof named !== 'string') return { day, time, writtenDay: day, unknownZone: null };
  if (!isTimeZone(named)) return { day, time, writtenDay: day, unknownZone: named };
  const local = inZone(`${day}T${time}:00`, named, zone);
  const here = local.slice(0, 10);
  if (!isDay(here)) throw new DomainError('BAD_REQUEST', `${name.toUpperCase()} is no date`);
  return { day: here, time: local.slice(11, 16), writtenDay: day, unknownZone: null };
}

export function wordsOf({ day, time }: When): string {
  return time === null ? day : `${day} ${time}`;
}
