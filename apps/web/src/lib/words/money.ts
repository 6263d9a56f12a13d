const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const DECIMAL = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
const SEPARATOR = DECIMAL === ',' ? ',' : '.';

/** "$1,234.50" */
export function dollars(amount: number): string {
  return DOLLARS.format(amount);
}

/** "1234.50", for a field. */
export function typedDollars(amount: number): string {
  return amount.toFixed(2);
}

/** The decimal separator of the browser's locale. One that is neither a point nor a comma counts as a point. */
export function decimalSeparator(): '.' | ',' {
  return SEPARATOR;
}

/** Digits with a decimal point of "$3,50", "1,234.50" or, where the comma separates decimals, "1.234,50". Other texts stay. */
export function plainPrice(typed: string, separator = decimalSeparator()): string {
  const amount = typed.trim().replace(/^\$\s*/, '');
  const grouped = separator === ',' ? /^\d{1,3}(\.\d{3})+(,\d*)?$/ : /^\d{1,3}(,\d{3})+(\.\d*)?$/;
  const digits = grouped.test(amount) ? amount.replaceAll(separator === ',' ? '.' : ',', '') : amount;
  return digits.replace(/^(\d*),(\d*)$/, '$1.$2');
}
