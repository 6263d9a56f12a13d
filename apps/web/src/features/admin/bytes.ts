const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** "12.4 MB" without a line break inside. */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const digits = { style: 'unit', unit: UNITS[step], maximumFractionDigits: step > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat('en-US', digits).format(bytes / 1000 ** step).replace(' ', '\u00a0');
}
