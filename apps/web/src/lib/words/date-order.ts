/** Whether the browser's locale writes the month or the day first. */
export function dateOrder(locale?: string): 'mdy' | 'dmy' {
  const parts = new Intl.DateTimeFormat(locale).formatToParts();
  return parts.find(({ type }) => /month|day/.test(type))?.type === 'day' ? 'dmy' : 'mdy';
}
