import { type Day, noonOf } from '@onus/contract/dates/calendar';
import { nearDate, todayHere, weekdayAndDate } from '../dates.ts';

/** "Added to Friday": where a new task went, unless it is today's. */
export function addedTo(day: Day, today = todayHere()): string | undefined {
  const ahead = (Date.parse(noonOf(day)) - Date.parse(noonOf(today))) / 86_400_000;
  if (ahead === 0) return;
  if (ahead < 2 || ahead > 6) return `Added to ${nearDate(day, today)}`;
  return `Added to ${weekdayAndDate(day).split(',')[0]}`;
}
