/** A calendar date, YYYY-MM-DD. It has no time and no zone (rule 4.1). */
export type Day = string;

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Noon UTC of a date. The app sends it as the due date, so that every zone shows the same day. */
export function noonOf(day: Day): string {
  return `${day}T12:00:00.000Z`;
}

/** Converts MM-DD-YYYY to an ISO date. Leaves other texts unchanged. */
export function isoDate(named: string): string {
  return named.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2');
}

/** The calendar date of a canonical due date: its UTC date (rule 4.1). */
export function dayOf(canonical: string): Day {
  return canonical.slice(0, 10);
}

/**
 * Reads an ISO date or timestamp as canonical `toISOString()` text, or null when it is not one.
 * A bare date is midnight UTC; a time without an offset is read as UTC, whatever zone the server runs in.
 */
export function canonicalDate(value: string): string | null {
  const parts = ISO.exec(value.trim());
  if (!parts?.[1] || !isDay(parts[1])) return null;
  const instant = new Date(value.includes('T') && !parts[2] ? `${value.trim()}Z` : value.trim());
  if (Number.isNaN(instant.getTime())) return null;
  const canonical = instant.toISOString();
  // An offset can carry a date over either end of the calendar.
  return isDay(dayOf(canonical)) ? canonical : null;
}

/** True for a date that exists: 2026-02-30 does not. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00.000Z`);
  // An invalid day rolls over into the next month.
  return !Number.isNaN(instant.getTime()) && dayOf(instant.toISOString()) === value && value >= '0001';
}
