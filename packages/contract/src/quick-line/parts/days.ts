import { type CalendarDate, type DateDuration, parseDate } from '@internationalized/date';
import { type Day, isDay } from '../../dates/calendar.ts';

/** The first of these weekdays from a day on, which itself counts. 0 is a Monday. */
export function coming(weekdays: readonly number[], from: Day): Day {
  const today = weekdayIn(from);
  return after(from, { days: Math.min(...weekdays.map(weekday => (weekday - today + 7) % 7)) });
}

/** The week begins on Monday: "next fri" and "next week" are in the one after today's. */
export function nextMonday(today: Day): Day {
  return after(today, { days: 7 - weekdayIn(today) });
}

/** The first day with this number from a day on: months without it are left out. */
export function comingOfMonth(number: number, from: Day): Day {
  const month = parseDate(from).set({ day: 1 });
  const days = Array.from({ length: 4 }, (_, months) => month.add({ months }).set({ day: number }));
  return days.find(day => day.day === number && day.toString() >= from)?.toString() ?? from;
}

/** The coming day of a year, "-MM-DD". February 29 may be eight years away. */
export function comingOfYear(tail: string, from: Day): Day {
  const first = Number(from.slice(0, 4));
  const days = Array.from({ length: 9 }, (_, years) => String(first + years).padStart(4, '0') + tail);
  return days.find(day => isDay(day) && day >= from) ?? from;
}

/** The last day of a month: of this one for 0, of the next one for 1. */
export function endOfMonth(today: Day, months = 0): Day {
  return startOfMonth(today, months).set({ day: 31 }).toString();
}

export function startOfMonth(today: Day, months: number): CalendarDate {
  return parseDate(today).set({ day: 1 }).add({ months });
}

export function after(day: Day, distance: DateDuration): Day {
  return parseDate(day).add(distance).toString();
}

/** 0 for a Monday. */
export function weekdayIn(day: Day): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
