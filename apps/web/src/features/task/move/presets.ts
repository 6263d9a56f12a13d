import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';

const DAY = 86_400_000;

/** Dates that a task is moved to with one tap. Next week is its Monday. */
export function presetsOf(today: Day): { label: string; day: Day }[] {
  const weekday = new Date(noonOf(today)).getUTCDay();
  return [
    { label: 'Today', day: today },
    { label: 'Tomorrow', day: after(today, 1) },
    { label: 'Next week', day: after(today, (8 - weekday) % 7 || 7) },
  ];
}

function after(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(noonOf(day)) + days * DAY).toISOString());
}
