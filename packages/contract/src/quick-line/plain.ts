/** Normalizes words: lower case and single spaces. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

/** The removed words that are still in the changed text. */
export function stillPlain(text: string, plain: readonly string[]): string[] {
  return plain.filter(taken => folded(text).includes(folded(taken)));
}
