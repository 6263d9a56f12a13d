const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$1,234.50" */
export function dollars(amount: number): string {
  return DOLLARS.format(amount);
}

/** "1234.50": how a price stands in a field. */
export function typedDollars(amount: number): string {
  return amount.toFixed(2);
}
