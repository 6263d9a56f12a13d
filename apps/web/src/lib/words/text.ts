const COUNT = new Intl.NumberFormat('en-US');

/** "12,000" */
export function counted(count: number): string {
  return COUNT.format(count);
}

/** The start of a long text, for references to it. */
export function shortened(text: string, most = 40): string {
  const characters = [...text];
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
