// Made when it is first needed, because the first format takes 45 ms on a slow phone.
let format: Intl.NumberFormat | undefined;

/** "$1,234.50" */
export function dollars(amount: number): string {
  format ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return format.format(amount);
}

/** "1234.50", for a field. */
export function typedDollars(amount: number): string {
  return amount.toFixed(2);
}

/** The decimal separator of the browser's locale. One that is neither a point nor a comma counts as a point. */
export function decimalSeparator(): '.' | ',' {
  separator ??= (1.5).toLocaleString().includes(',') ? ',' : '.';
  return separator;
}
let separator: '.' | ',' | undefined;

/** Digits with a decimal point of "$3,50", "1,234.50" or, where the comma separates decimals, "1.234,50". Other texts stay. */
export function plainPrice(typed: string, decimal = decimalSeparator()): string {
  const amount = typed.trim().replace(/^\$\s*/, '');
  const grouped = decimal === ',' ? /^\d{1,3}(\.\d{3})+(,\d*)?$/ : /^\d{1,3}(,\d{3})+(\.\d*)?$/;
  const digits = grouped.test(amount) ? amount.replaceAll(decimal === ',' ? '.' : ',', '') : amount;
  return digits.replace(/^(\d*),(\d*)$/, '$1.$2');
}
