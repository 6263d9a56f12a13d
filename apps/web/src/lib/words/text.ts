/** "12,000" */
export function counted(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString('en-US');
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
