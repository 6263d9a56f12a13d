/** The IANA zone of this browser: it decides what "today" is (rule 4.2). */
export function timeZone(): string {
  // Where the browser has it, because the first format of Intl takes 45 ms on a slow phone.
  return window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** @param accessToken null before a login. */
export function headersFor(accessToken: string | null): Record<string, string> {
  const authorization = accessToken && { authorization: `Bearer ${accessToken}` };
  return { 'x-timezone': timeZone(), ...authorization };
}
