/** A text as a search compares it: without case and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return isPlain(lower) ? lower : lower.normalize('NFKD').replaceAll(/\p{Diacritic}/gu, '');
}

/** Taking a text apart costs a hundred times as much as seeing that there is nothing to take off. */
function isPlain(text: string): boolean {
  return !/[^ -~\s]/.test(text);
}
